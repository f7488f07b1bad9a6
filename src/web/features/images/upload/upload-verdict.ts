import { ApiError } from '#web/lib/api.ts'
import { sentenceOf } from '#web/lib/sentence.ts'

/** What the server answered to an upload when it did not take it. */
export class UploadError extends ApiError {
  readonly retryAfterMs: number | undefined

  constructor({ status, code, message }: ApiError, retryAfterMs?: number) {
    super(status, { code, message })
    this.retryAfterMs = retryAfterMs
  }
}

export type Verdict =
  /** This file will not be taken. */
  | { kind: 'refused'; sentence: string }
  /** Try again, all of the queue, after a while. */
  | { kind: 'wait'; sentence: string; waitMs: number | undefined }
  /** The same, though it may be this file that the server stumbles over. */
  | { kind: 'stumbled'; sentence: string }
  /** Nothing else will be taken either. */
  | { kind: 'stop'; sentence: string }

const fallback = 'Failed to upload image. Please try again.'
/** Nobody answered, or somebody in between: the server itself has not decided. */
const passing = new Set([0, 408, 502, 504])

/** What a failed upload means for its file and for the others. */
export function verdictOn(error: unknown): Verdict {
  const sentence = sentenceOf(error, fallback)
  if (!(error instanceof UploadError)) return { kind: 'stumbled', sentence }
  const { status, code, retryAfterMs } = error
  if (status === 401 || code === 'IMAGE_LIMIT_REACHED') return { kind: 'stop', sentence }
  if (passing.has(status)) return { kind: 'wait', sentence: 'Connection lost, trying again', waitMs: undefined }
  if (status === 429 || status === 503) {
    return { kind: 'wait', sentence: 'The server is busy, trying again', waitMs: retryAfterMs }
  }
  return status >= 400 && status < 500 ? { kind: 'refused', sentence } : { kind: 'stumbled', sentence }
}
