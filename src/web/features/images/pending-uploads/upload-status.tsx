import { useEffect, useRef, useState } from 'react'
import { count, formatDay } from '#web/lib/formats.ts'
import { Progress } from '#web/ui/meter.tsx'
import { LeftOutNotice } from '../upload/left-out-notice.tsx'
import { ListActions, SkippedList } from '../upload/upload-list.tsx'
import { timeLeft, type UploadTotal } from '../upload/upload-total.ts'
import { useUploadIds, useUploadTotal } from '../upload/uploads.ts'
import '../manage/manage-images.css'

const updateEveryMs = 1000
const announceEvery = 10

function useThrottled<T>(value: T) {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  latest.current = value
  useEffect(() => {
    if (value === shown || timer.current !== undefined) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      setShown(latest.current)
    }, updateEveryMs)
  }, [value, shown])
  useEffect(() => () => clearTimeout(timer.current), [])
  return shown
}

const doneText = (done: number, all: number) => `Uploading ${done} of ${count(all, 'image')}`
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function uploadingText({ done, count: all, secondsLeft, isPaused }: UploadTotal) {
  return [
    doneText(done, all),
    ...(isPaused ? ['Paused, will resume automatically'] : []),
    ...(secondsLeft === undefined ? [] : [capitalize(timeLeft(secondsLeft))]),
    'You can share the link now',
  ]
}

/** Rounds the count down to tens, so screen readers aren't interrupted by every photo. */
function announcementText({ done, left, count: all }: UploadTotal) {
  if (all === 0) return ''
  if (left === 0) return `${count(done, 'image')} uploaded`
  const rounded = done - (done % announceEvery)
  return rounded > 0 ? doneText(rounded, all) : `Uploading ${count(all, 'image')}`
}

type Props = { linkId: string; imageCount: number; expiresAt: string | null }

export function UploadStatus({ linkId, imageCount, expiresAt }: Props) {
  const total = useUploadTotal(linkId)
  const throttled = useThrottled(total)
  // The list opens on demand, so the wall below doesn't jump when a file is rejected.
  const [isListed, setIsListed] = useState(false)
  const isUploading = total.left > 0
  const skipped = total.refused + total.duplicates + total.failed
  const texts = isUploading
    ? uploadingText(throttled.left > 0 ? throttled : total)
    : [
        count(imageCount, 'image'),
        ...(total.done > 1 ? ['Sorted by date taken'] : []),
        ...(expiresAt ? [`Expires ${formatDay(expiresAt)}`] : []),
      ]
  return (
    <div className="mt-3.5 grid gap-2">
      {isUploading && <Progress label="All images" value={total.sentBytes} max={total.bytes} thin />}
      <p className="flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3 tabular-nums">
        {texts.map((part) => (
          <span key={part}>{part}</span>
        ))}
        {skipped > 0 && (
          <button
            type="button"
            className="-my-3 min-h-11 cursor-pointer text-danger underline"
            aria-expanded={isListed}
            onClick={() => setIsListed(!isListed)}
          >
            {count(skipped, 'file')} not uploaded
          </button>
        )}
      </p>
      <p role="status" className="sr-only">
        {announcementText(total)}
      </p>
      <LeftOutNotice linkId={linkId} />
      {isListed && <SkippedFiles linkId={linkId} />}
    </div>
  )
}

function SkippedFiles({ linkId }: { linkId: string }) {
  const ids = useUploadIds(linkId)
  const { refused, duplicates, failed } = useUploadTotal(linkId)
  if (refused + duplicates + failed === 0) return null
  return (
    <section aria-label="Not uploaded" className="mt-2 grid gap-4 rounded-card border border-line bg-surface p-6">
      <SkippedList linkId={linkId} ids={ids} />
      <ListActions linkId={linkId} ids={ids} />
    </section>
  )
}
