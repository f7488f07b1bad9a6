import { useQuery } from '@tanstack/react-query'
import { Check, Plus, RotateCw, WifiOff, X } from 'lucide-react'
import { memo, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { count, formatBytes } from '#web/lib/formats.ts'
import { galleryQueries } from '#web/lib/queries/gallery.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Progress } from '#web/ui/meter.tsx'
import { isSkipped, isUnfinished, type Upload } from '../upload/upload.ts'
import { UploadRowLayout } from '../upload/upload-row-layout.tsx'
import { timeLeft, type UploadTotal } from '../upload/upload-total.ts'
import { connectionLost } from '../upload/upload-verdict.ts'
import { noteUnsent, PhotoPicker } from './choose-photos.tsx'
import type { GuestUploads } from './guest-upload-queue.ts'
import { useTakenBack } from './taken-back.ts'

type Props = { link: Link; isOwner: boolean; uploads: GuestUploads; onChoose: (files: File[]) => void }

const announceEveryMs = 5000

/** Shows the progress of each photo, and a thank-you when all of them have arrived. */
export function SendingPhotos({ link, isOwner, uploads, onChoose }: Props) {
  const { queue, slug } = uploads
  const total = useTopic(uploads, slug, () => queue.totalOf(slug))
  const all = queue.idsOf(slug).flatMap((id) => queue.find(id) ?? [])
  const isOver = total.left === 0
  const isOnline = useOnline()
  const isCutOff = !isOver && (!isOnline || all.some(isConnectionLost))
  const isKept = useSyncExternalStore(uploads.subscribeToKept, uploads.isKept)
  const thanks = useThanks(link, isOwner, total)
  const skipped = all.filter(isSkipped)
  const text = isOver
    ? [total.done > 0 ? thanks : 'No photos were sent', ...skippedText(skipped)].join(' ')
    : isCutOff
      ? 'Waiting for a connection'
      : `${total.done} of ${count(total.count, 'photo')} sent`
  const announced = useThrottled(text, announceEveryMs)

  // Without storage, all a reload can do is ask for the same photos again.
  useEffect(() => noteUnsent(slug, !isKept && !isOver), [slug, isKept, isOver])

  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: !isOver }), [isOver])

  return (
    <section className={`add-photos-panel ${isOver ? '' : 'sending-photos'}`} aria-labelledby="sending-photos">
      <p role="status" className="sr-only">
        {announced}
      </p>
      <header className="grid gap-0.5">
        <h2 ref={heading} id="sending-photos" tabIndex={-1} className="text-subhead outline-none wrap-anywhere">
          {isOver ? text : isCutOff ? 'Waiting for a connection' : 'Sending your photos'}
        </h2>
        <p className="text-ink-2 text-ui">
          {isOver
            ? total.done > 0 && !isOwner && link.adding?.needsApproval && "They appear once they're approved."
            : hintOf(isCutOff, isKept)}
        </p>
      </header>
      {!isOver && <Total total={total} isCutOff={isCutOff} />}
      {(!isOver || skipped.length > 0) && (
        <ul aria-label={isOver ? "Photos that weren't sent" : 'Photos'}>
          {(isOver ? skipped : all).map(({ id }) => (
            <PhotoRow key={id} id={id} uploads={uploads} isCutOff={isCutOff} />
          ))}
        </ul>
      )}
      {isOver ? (
        <div className="add-photos-foot">
          <RetryButton uploads={uploads} failed={skipped} />
          <PhotoPicker kind="plain" icon={Plus} onChoose={onChoose}>
            Add more
          </PhotoPicker>
          {link.visitorsSee === 'all' && (
            <RouterLink className={buttonStyle.primary} to={generatePath(pages.gallery, { slug: link.slug })}>
              See the gallery
            </RouterLink>
          )}
        </div>
      ) : (
        <div className="add-photos-foot">
          <RetryButton uploads={uploads} failed={skipped} />
          <Button onClick={() => uploads.remove(queue.idsOf(slug))}>Stop</Button>
        </div>
      )}
    </section>
  )
}

const isConnectionLost = ({ state, sentence }: Upload) => state === 'retrying' && sentence === connectionLost

function skippedText(skipped: readonly Upload[]) {
  return skipped.length > 0 ? [`${count(skipped.length, 'photo')} couldn't be sent.`] : []
}

function hintOf(isCutOff: boolean, isKept: boolean) {
  if (!isKept) return 'Keep this page open until everything is sent. A reload would stop it.'
  if (isCutOff) return "It continues when you're back online. Nothing is lost."
  return "You can lock your phone or reload this page. We'll pick up where we left off."
}

/** Once the list of photos is up to date, this counts the ones that haven't been taken back. */
function useThanks(link: Link, isOwner: boolean, { done, left }: UploadTotal) {
  const { data, dataUpdatedAt } = useQuery({ ...galleryQueries.myUploads(link.slug), enabled: false })
  const { takenBack } = useTakenBack()
  const [doneAt, setDoneAt] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => setDoneAt(left > 0 ? Number.POSITIVE_INFINITY : Date.now()), [left])
  const isWaiting = !isOwner && link.adding?.needsApproval
  const mine = data?.images.filter(({ _id, state }) => !takenBack.has(_id) && (!isWaiting || state === 'waiting'))
  const number =
    mine && !isOwner && dataUpdatedAt >= doneAt ? (isWaiting ? mine.length : Math.min(done, mine.length)) : done
  const thanks = data?.name && !isOwner ? `Thank you, ${data.name}.` : 'Thank you.'
  if (number === 0) return thanks
  const place = isWaiting ? `waiting for ${link.owner.name || 'the owner'}` : 'in the gallery'
  return `${thanks} ${count(number, 'photo')} ${number === 1 ? 'is' : 'are'} ${place}.`
}

function Total({ total, isCutOff }: { total: UploadTotal; isCutOff: boolean }) {
  const { done, count: all, sentBytes, bytes, secondsLeft } = total
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-4 text-ui tabular-nums">
        <b className="font-medium">
          {done} of {all} sent
        </b>
        <span className="text-ink-2">
          {isCutOff ? (
            <span className="inline-flex items-center gap-1.5">
              <WifiOff size={16} strokeWidth={1.75} aria-hidden="true" />
              Offline
            </span>
          ) : (
            secondsLeft !== undefined && capitalized(timeLeft(secondsLeft))
          )}
        </span>
      </p>
      <Progress label="All photos" value={sentBytes} max={bytes} />
    </div>
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function RetryButton({ uploads, failed }: { uploads: GuestUploads; failed: readonly Upload[] }) {
  const retryable = failed.filter(({ state }) => state === 'failed')
  if (retryable.length === 0) return null
  return (
    <Button
      icon={RotateCw}
      onClick={() => {
        for (const { id } of retryable) uploads.queue.retry(id)
      }}
    >
      Retry {count(retryable.length, 'photo')}
    </Button>
  )
}

type RowProps = { id: string; uploads: GuestUploads; isCutOff: boolean }

const PhotoRow = memo(({ id, uploads, isCutOff }: RowProps) => {
  const { queue } = uploads
  const upload = useTopic(uploads, id, () => queue.find(id))
  const isOnline = useOnline()
  if (!upload) return null
  const { file, state, sentBytes } = upload
  const isSent = state === 'done'
  // Sending continues automatically once the device is online again.
  const isStuck = state === 'failed' || (state === 'retrying' && isOnline)
  return (
    <li className="border-line border-t py-2 first:border-t-0">
      <UploadRowLayout
        file={state === 'refused' ? undefined : file}
        name={file.name}
        progress={isUnfinished(upload) ? { value: sentBytes, max: file.size } : undefined}
        text={textFor(upload, isCutOff)}
        tone={isSent ? 'text-ok' : isSkipped(upload) ? 'text-danger' : 'text-ink-3'}
      >
        {isSent && <Check size={20} strokeWidth={1.75} aria-hidden="true" className="mr-3 text-ok" />}
        {isStuck && (
          <Button
            kind="ghost"
            className="text-accent"
            aria-label={`Try ${file.name} again`}
            onClick={() => queue.retry(id)}
          >
            Try again
          </Button>
        )}
        {!isSent && state !== 'processing' && (
          <IconButton
            icon={X}
            label={isUnfinished(upload) ? `Cancel ${file.name}` : `Remove ${file.name} from the list`}
            onClick={() => uploads.remove([id])}
          />
        )}
      </UploadRowLayout>
    </li>
  )
})

function textFor({ state, sentBytes, file, sentence }: Upload, isCutOff: boolean) {
  const percent = Math.floor((sentBytes / file.size) * 100)
  if (state === 'done') return 'Sent'
  if (state === 'processing') return 'Almost there'
  if (isCutOff && (state === 'uploading' || state === 'retrying')) return `Waiting for a connection, ${percent}% sent`
  if (state === 'uploading') return `${percent}% of ${formatBytes(file.size)}`
  return state === 'waiting' ? 'Waiting' : sentence
}

function useTopic<T>({ queue }: GuestUploads, topic: string, read: () => T) {
  const subscribe = useCallback((listener: () => void) => queue.subscribe(topic, listener), [queue, topic])
  return useSyncExternalStore(subscribe, read)
}

/** Changes at most this often, so screen readers aren't interrupted all the time. */
function useThrottled(text: string, everyMs: number) {
  const [shown, setShown] = useState('')
  const shownAt = useRef(0)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        shownAt.current = Date.now()
        setShown(text)
      },
      Math.max(0, shownAt.current + everyMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text, everyMs])
  return shown
}
