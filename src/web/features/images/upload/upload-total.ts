import { count, formatBytes } from '#web/lib/formats.ts'
import { isUnfinished, type Upload } from './upload.ts'

/** `count`, `sentBytes` and `bytes` exclude rejected, duplicate, failed and canceled uploads. */
export type UploadTotal = {
  readonly count: number
  readonly done: number
  readonly left: number
  readonly refused: number
  readonly duplicates: number
  readonly failed: number
  readonly sentBytes: number
  readonly bytes: number
  /** True while the queue is paused and the link has unfinished uploads. */
  readonly isPaused: boolean
  readonly secondsLeft: number | undefined
}

type Conditions = { isPaused: boolean; secondsFor: (bytes: number) => number | undefined }

export function totalOf(uploads: readonly Upload[], { isPaused, secondsFor }: Conditions): UploadTotal {
  const inState = (state: Upload['state']) => uploads.filter((upload) => upload.state === state).length
  const unfinished = uploads.filter(isUnfinished)
  const counted = uploads.filter((upload) => upload.state === 'done' || isUnfinished(upload))
  const bytes = counted.reduce((sum, { file }) => sum + file.size, 0)
  const sentBytes = counted.reduce((sum, upload) => sum + upload.sentBytes, 0)
  return {
    count: counted.length,
    done: inState('done'),
    left: unfinished.length,
    refused: inState('refused'),
    duplicates: inState('duplicate'),
    failed: inState('failed'),
    sentBytes,
    bytes,
    isPaused: isPaused && unfinished.length > 0,
    secondsLeft: unfinished.length > 0 && !isPaused ? secondsFor(bytes - sentBytes) : undefined,
  }
}

const uploaded = (done: number) => (done > 0 ? `${count(done, 'image')} uploaded` : 'Nothing uploaded')

export function headingParts({ count: all, done, left, refused, duplicates, failed }: UploadTotal) {
  const skipped = [
    ...(refused > 0 ? [`${refused} rejected`] : []),
    ...(duplicates > 0 ? [`${count(duplicates, 'duplicate')} skipped`] : []),
    ...(failed > 0 ? [`${failed} not uploaded`] : []),
  ]
  if (left > 0) return [`Uploading ${done + 1} of ${all}`, ...skipped]
  return skipped.length === 0 || done === 0 ? [uploaded(done), ...skipped] : [`${done} uploaded`, ...skipped]
}

export const headingOf = (total: UploadTotal) => headingParts(total).join(', ')

export function progressText({ sentBytes, bytes, isPaused, secondsLeft }: UploadTotal) {
  const amount = `${formatBytes(sentBytes)} of ${formatBytes(bytes)}`
  if (isPaused) return `${amount}. Paused, will resume automatically`
  return secondsLeft === undefined ? amount : `${amount}, ${timeLeft(secondsLeft)}`
}

/** Rounds the estimate, so it doesn't jump around. */
export function timeLeft(seconds: number) {
  if (seconds < 5) return 'a few seconds left'
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} seconds left`
  if (seconds < 90) return 'about a minute left'
  if (seconds < 3600) return `about ${Math.round(seconds / 60)} minutes left`
  return 'more than an hour left'
}

/** For screen readers and toasts. Omits the progress, because screen readers would announce every change. */
export function announcementOf(total: UploadTotal) {
  const { count: all, done, left, refused, duplicates, failed, isPaused } = total
  if (isPaused) return 'Upload paused. It will resume automatically.'
  if (left > 0) return `Uploading ${count(all, 'image')}`
  if (done + refused + duplicates + failed === 0) return ''
  const parts = [`${uploaded(done)}.`]
  if (refused > 0) parts.push(`${count(refused, 'file')} rejected.`)
  if (duplicates > 0) parts.push(`${count(duplicates, 'duplicate')} skipped.`)
  if (failed > 0) parts.push(`${count(failed, 'file')} not uploaded.`)
  return parts.join(' ')
}
