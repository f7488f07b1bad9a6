import { useQuery } from '@tanstack/react-query'
import { Maximize, Minimize, Pause, Play, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useParams } from 'react-router'
import { openLiveWall, type ShownWall } from '#shared/live-wall.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { QrDrawing } from '#web/ui/qr-drawing.tsx'
import { ShortUrl } from '#web/ui/short-url.tsx'
import { Time } from '#web/ui/time.tsx'
import { useSlides } from './use-slides.ts'
import './wall-screen.css'

const pollMs = 5000
const idleMs = 3000

/** Keeps polling while offline and in background tabs. The browser sends the ETag. */
function useWall(token: string) {
  const { data, error } = useQuery({
    queryKey: ['wall', token],
    queryFn: async () => (await call(openLiveWall, { params: { token } })).data,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
    networkMode: 'always',
    retry: false,
    staleTime: 0,
  })
  const isEnded = error instanceof ApiError && (error.status === 404 || error.status === 410 || error.status === 403)
  return { wall: isEnded ? undefined : data, end: isEnded ? error : undefined, isOffline: error !== null && !isEnded }
}

export function WallScreen() {
  const { wallToken: token = '' } = useParams()
  const { wall, end, isOffline } = useWall(token)
  useAwakeScreen()
  if (end) return <Ended isExpired={end.status === 410} />
  if (!wall) return <Frame title="Live wall">{isOffline && <Offline />}</Frame>
  if (wall.images.length === 0) return <WaitingForPhotos wall={wall} />
  return <Slideshow wall={wall} isOffline={isOffline} />
}

const Frame = ({ title, children }: { title: string; children?: ReactNode }) => (
  <main className="live-wall live-wall-bare">
    <title>{`${title} · Framelight`}</title>
    <h1 className="sr-only">{title}</h1>
    {children}
  </main>
)

function Slideshow({ wall, isOffline }: { wall: ShownWall; isOffline: boolean }) {
  const [isPaused, setIsPaused] = useState(false)
  const isIdle = useIdlePointer()
  const slides = useSlides(wall, isPaused)
  const [now] = slides
  const name = wall.showNames ? now?.image.addedBy?.name : undefined
  const addUrl = wall.showQrCode ? wall.addUrl : null
  return (
    <main className={`live-wall ${isIdle ? 'live-wall-idle' : ''}`}>
      <title>{`${wall.title}, live · Framelight`}</title>
      <div className="live-wall-stage">
        {slides.map(({ key, image, url }, index) => (
          <img
            key={key}
            src={url}
            alt={index > 0 ? '' : image.addedBy?.name ? `Photo by ${image.addedBy.name}` : image.title || 'Photo'}
            className={index > 0 ? 'live-wall-leaving' : slides.length > 1 ? 'live-wall-entering' : ''}
          />
        ))}
        {isOffline && <Offline />}
        <div className="live-wall-tools">
          <FullScreenButton />
          <button type="button" onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
            {isPaused ? 'Play' : 'Pause'}
          </button>
        </div>
      </div>
      <aside className="live-wall-side" aria-label="About this wall">
        <h1 dir="auto">{wall.title}</h1>
        <p className="live-wall-by">
          {name && <b dir="auto">{name}</b>}
          {name && now && <Time at={now.image.createdAt} as="ago" />}
        </p>
        {addUrl && (
          <div className="live-wall-code">
            <QrDrawing text={addUrl} label="QR code for adding photos" />
            <div>
              <p>Add your photos</p>
              <small>
                <ShortUrl url={addUrl} />
              </small>
            </div>
          </div>
        )}
      </aside>
    </main>
  )
}

const WaitingForPhotos = ({ wall: { title, addUrl, showQrCode } }: { wall: ShownWall }) => (
  <main className="live-wall live-wall-first">
    <title>{`${title}, live · Framelight`}</title>
    <div>
      {addUrl && showQrCode && <QrDrawing text={addUrl} label="QR code for adding photos" />}
      <div>
        <h1 dir="auto">{title}</h1>
        <p>
          <b>Waiting for the first photo.</b>{' '}
          {addUrl && showQrCode && "Scan the code with your phone's camera and add yours. No app, no account."}
        </p>
        {addUrl && showQrCode && (
          <p>
            <ShortUrl url={addUrl} />
          </p>
        )}
      </div>
    </div>
  </main>
)

const Ended = ({ isExpired }: { isExpired: boolean }) => (
  <main className="live-wall live-wall-first">
    <title>Live wall · Framelight</title>
    <div>
      <div>
        <h1>This live wall is off</h1>
        <p>
          {isExpired
            ? 'The gallery has expired. Ask its owner for more time.'
            : 'Ask the owner of the gallery for a new link.'}
        </p>
      </div>
    </div>
  </main>
)

const Offline = () => (
  <p className="live-wall-offline" role="status">
    <WifiOff size={18} aria-hidden="true" />
    Offline. Showing the last photos.
  </p>
)

const onFullScreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The browser leaves full screen on Escape. iPhones don't have it for pages. */
function FullScreenButton() {
  const isFull = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const toggle = () =>
    isFull ? document.exitFullscreen().catch(() => {}) : document.documentElement.requestFullscreen().catch(() => {})
  return (
    <button type="button" onClick={toggle}>
      {isFull ? <Minimize size={18} aria-hidden="true" /> : <Maximize size={18} aria-hidden="true" />}
      {isFull ? 'Leave full screen' : 'Full screen'}
    </button>
  )
}

/** Returns true if there was no input for a while. */
function useIdlePointer() {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsIdle(true), idleMs)
    }
    wake()
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const event of events) window.addEventListener(event, wake)
    return () => {
      clearTimeout(timer)
      for (const event of events) window.removeEventListener(event, wake)
    }
  }, [])
  return isIdle
}

/** Browsers release the lock when the page is hidden, and may refuse it, for example on low battery. */
function useAwakeScreen() {
  useEffect(() => {
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    const request = () => {
      if (document.visibilityState === 'visible') lock = navigator.wakeLock?.request('screen').catch(() => undefined)
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      document.removeEventListener('visibilitychange', request)
      void lock?.then((held) => held?.release())
    }
  }, [])
}
