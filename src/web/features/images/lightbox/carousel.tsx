import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import YetAnotherLightbox, {
  ACTION_CLOSE,
  type ComponentProps,
  type ControllerRef,
  createModule,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  type Plugin,
  type SlideImage,
  useEvents,
} from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import type { Image } from '#shared/images.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { altOf } from '../wall/wall-layout.ts'
import { sourceOnWall } from '../wall/wall-position.ts'
import 'yet-another-react-lightbox/styles.css'

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    imageId?: string
    /** CSS background images shown while loading: the thumbnail, which is probably cached, over the placeholder. */
    standIn?: string
  }
}

/** Counts failed loads by image ID. The first failure shows the thumbnail, the next one the inlined placeholder. */
type Failures = ReadonlyMap<string, number>

/** Reduces an animated image to its first frame. The full-size file is animated too, so it's left out. */
function toStill(image: Image): Image {
  const renditions = image.stills ?? image.renditions
  return { ...image, renditions, imageUrl: renditions.at(-1)?.url ?? image.thumbnailUrl, url: null }
}

/** Slides include all sizes, so zooming in can load a larger file. */
const toSlides = (images: readonly Image[], failures: Failures): SlideImage[] =>
  images.map((image, index) => {
    const { _id, width, height, thumbnailUrl, placeholder } = image
    const failed = failures.get(_id) ?? 0
    const standIn = failed > 1 ? placeholder : thumbnailUrl
    return {
      imageId: _id,
      src: failed ? standIn : image.imageUrl,
      srcSet: failed ? [{ src: standIn, width, height }] : srcSetOf(image),
      standIn: `url("${thumbnailUrl}"), url("${placeholder}")`,
      alt: altOf(image, index, images.length),
      width,
      height,
    }
  })

function srcSetOf({ renditions, url, width, height }: Image) {
  const sizes = renditions.map((rendition) => ({ ...rendition, src: rendition.url }))
  const largest = sizes.at(-1)
  const isFullLarger = url !== null && (!largest || width > largest.width)
  return isFullLarger ? [...sizes, { src: url, width, height }] : sizes
}

/** Replaces the library's portal to render the carousel inside our own dialog. */
function InlineRoot({ close, children }: ComponentProps) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close])
  return <LightboxRoot className="viewer-place">{children}</LightboxRoot>
}

const inline: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL)
  replace(MODULE_PORTAL, createModule(MODULE_PORTAL, InlineRoot))
}

const nothing = () => null
const hiddenControls = {
  buttonPrev: nothing,
  buttonNext: nothing,
  buttonZoom: nothing,
  iconLoading: nothing,
  iconError: nothing,
}

const onWall = (imageId: string) => {
  const source = sourceOnWall(imageId)
  return source && `url("${source}")`
}

/** `--stand-in` shows the wall's thumbnail until the image has loaded. See image-viewer.css. */
const propsOf =
  (onFailure: Props['onFailure']) =>
  ({ imageId = '', width, height, standIn }: SlideImage) => ({
    width,
    height,
    style: { '--stand-in': [onWall(imageId), standIn].filter(Boolean).join(', ') } as CSSProperties,
    // The library hides larger files until they've loaded. Ignore errors from these hidden images.
    onError: ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
      if (currentTarget.style.visibility !== 'hidden') onFailure(imageId)
    },
  })

type Props = {
  images: readonly Image[]
  failures: Failures
  isMoving: (imageId: string) => boolean
  index: number
  controller: RefObject<ControllerRef | null>
  onView: (index: number) => void
  onFailure: (imageId: string) => void
  onClose: () => void
  /** True if the viewer handles double taps, which turns off double-tap zoom. */
  isDoubleTapTaken: boolean
}

export function Carousel({
  images,
  failures,
  isMoving,
  index,
  controller,
  onView,
  onFailure,
  onClose,
  isDoubleTapTaken,
}: Props) {
  const shown = useMemo(
    () => images.map((image) => (image.isAnimated && !isMoving(image._id) ? toStill(image) : image)),
    [images, isMoving],
  )
  const slides = useMemo(() => toSlides(shown, failures), [shown, failures])
  const imageProps = useMemo(() => propsOf(onFailure), [onFailure])
  return (
    <YetAnotherLightbox
      open
      close={onClose}
      index={index}
      slides={slides}
      plugins={[inline, Zoom]}
      on={{ view: (viewed) => onView(viewed.index) }}
      carousel={{ finite: slides.length === 1, preload: 1, padding: 0, spacing: 32, imageProps }}
      controller={{ ref: controller, closeOnPullDown: true, closeOnEscape: false }}
      animation={{ fade: 180, swipe: 320, navigation: 180, zoom: 240 }}
      zoom={{ maxZoomPixelRatio: 2, doubleClickMaxStops: 1, ...(isDoubleTapTaken && { doubleTapDelay: 0 }) }}
      toolbar={{ buttons: [] }}
      render={hiddenControls}
      labels={{ Carousel: 'Photos' }}
    />
  )
}

const noFailures: Failures = new Map()
const firstWaitMs = 2000
const longestWaitMs = 30_000

/** Retries failed images with backoff, which starts over when the device is back online. */
export function useFailedImages() {
  const [failures, setFailures] = useState(noFailures)
  const [attempt, setAttempt] = useState(0)
  const isOnline = useOnline()
  const hasFailures = failures.size > 0

  const onFailure = useCallback((imageId: string) => {
    setFailures((before) => new Map(before).set(imageId, (before.get(imageId) ?? 0) + 1))
  }, [])

  useEffect(() => {
    if (!isOnline) setAttempt(0)
    if (!isOnline || !hasFailures) return
    const waitMs = attempt === 0 ? 0 : Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs)
    const timer = setTimeout(() => {
      setAttempt((before) => before + 1)
      setFailures(noFailures)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [isOnline, hasFailures, attempt])

  return { failures, onFailure }
}

const doubleTapMs = 350
const doubleTapPx = 12

type Tap = { at: number; x: number; y: number }
const isNear = (one: Tap, other: Tap) => Math.hypot(one.x - other.x, one.y - other.y) < doubleTapPx

/** Touch only. Swipes and second fingers don't count. */
export function useDoubleTap(onDoubleTap: (() => void) | undefined) {
  const down = useRef<Tap>(undefined)
  const before = useRef<Tap>(undefined)
  const tapOf = ({ timeStamp, clientX, clientY }: PointerEvent) => ({ at: timeStamp, x: clientX, y: clientY })
  if (!onDoubleTap) return {}
  return {
    onPointerDownCapture: (event: PointerEvent) => {
      down.current = event.pointerType === 'touch' && event.isPrimary ? tapOf(event) : undefined
    },
    onPointerUpCapture: (event: PointerEvent) => {
      const tap = tapOf(event)
      const isTap = down.current !== undefined && event.isPrimary && isNear(down.current, tap)
      const first = before.current
      const isSecond = isTap && first !== undefined && tap.at - first.at < doubleTapMs && isNear(first, tap)
      before.current = isTap && !isSecond ? tap : undefined
      if (isSecond) onDoubleTap()
    },
  }
}
