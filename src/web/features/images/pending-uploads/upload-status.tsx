import { useEffect, useRef, useState } from 'react'
import { count, formatDay } from '#web/lib/formats.ts'
import { Progress } from '#web/ui/meter.tsx'
import { timeLeft, type UploadTotal } from '../upload/upload-total.ts'
import { useUploadTotal } from '../upload/use-uploads.ts'
import { skippedId } from './skipped-files.tsx'

const writtenEveryMs = 1000
const saidEvery = 10

/** The same value at most once a second, and the last one in any case. */
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
    }, writtenEveryMs)
  }, [value, shown])
  useEffect(() => () => clearTimeout(timer.current), [])
  return shown
}

const doneText = (done: number, all: number) => `${done} of ${count(all, 'picture')} ${all === 1 ? 'is' : 'are'} here`
const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

function uploadingText({ done, count: all, secondsLeft, isPaused }: UploadTotal) {
  return [
    doneText(done, all),
    ...(isPaused ? ['Interrupted, continues by itself'] : []),
    ...(secondsLeft === undefined ? [] : [capital(timeLeft(secondsLeft))]),
    'You may send the link already',
  ]
}

/** Said to those who do not see the wall: not every picture, but every tenth. */
function announcementText({ done, left, count: all }: UploadTotal) {
  if (all === 0) return ''
  if (left === 0) return `${count(done, 'picture')} ${done === 1 ? 'is' : 'are'} here`
  const said = done - (done % saidEvery)
  return said > 0 ? doneText(said, all) : `${count(all, 'picture')} on the way`
}

type Props = { linkId: string; imageCount: number; expiresAt: string | null }

/** How far the pictures of a new link are; once all are there, what there is to know about them. */
export function UploadStatus({ linkId, imageCount, expiresAt }: Props) {
  const total = useUploadTotal(linkId)
  const throttled = useThrottled(total)
  const isArriving = total.left > 0
  const leftOut = total.refused + total.duplicates + total.failed
  const words = isArriving
    ? uploadingText(throttled.left > 0 ? throttled : total)
    : [
        count(imageCount, 'picture'),
        ...(total.done > 1 ? ['In the order they were taken'] : []),
        ...(expiresAt ? [`Open until ${formatDay(expiresAt)}`] : []),
      ]
  return (
    <div className="mt-3.5 grid gap-2">
      {isArriving && <Progress label="All pictures" value={total.sentBytes} max={total.bytes} thin />}
      <p className="flex min-h-5 flex-wrap gap-x-5 gap-y-1 text-caption text-ink-3 tabular-nums">
        {words.map((part) => (
          <span key={part}>{part}</span>
        ))}
        {leftOut > 0 && (
          <a className="text-danger underline" href={`#${skippedId}`}>
            {count(leftOut, 'file')} not uploaded
          </a>
        )}
      </p>
      <p role="status" className="sr-only">
        {announcementText(total)}
      </p>
    </div>
  )
}
