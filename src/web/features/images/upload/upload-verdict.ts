import { ApiError } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'

export class UploadError extends ApiError {
  readonly retryAfterMs: number | undefined

  constructor({ status, code, message, fields }: ApiError, retryAfterMs?: number) {
    super(status, { code, message, fields })
    this.retryAfterMs = retryAfterMs
  }
}

export type Verdict =
  | { kind: 'refused'; sentence: string }
  /** Pause the whole queue, then retry. */
  | { kind: 'wait'; sentence: string; waitMs: number | undefined }
  /** Like `wait`, but give up on this file after a few attempts, because it may be the cause. */
  | { kind: 'server-error'; sentence: string }
  /** Fail all queued uploads, because the plan has no room for them either. */
  | { kind: 'no-room' }
  /** Fail all queued uploads, because the gallery doesn't take any more from this visitor. They can be retried. */
  | { kind: 'closed'; sentence: string }
  /** Wait until the user has logged in again. */
  | { kind: 'signed-out' }

export const connectionLost = 'Connection lost, trying again'

const fallback = 'Failed to upload image. Please try again.'
/** These statuses mean no response, or one from a proxy. Retrying may help. */
const transient = new Set([0, 408, 502, 504])

const closing: ReadonlySet<string> = new Set([
  'UPLOADS_OFF',
  'UPLOAD_LIMIT',
  'GALLERY_FULL',
  'LINK_EXPIRED',
  'LINK_PRIVATE',
  'PASSWORD_REQUIRED',
])

/** Decides what happens to a failed upload and the rest of the queue. */
export function verdictOn(error: unknown): Verdict {
  const sentence = errorMessage(error, fallback)
  if (!(error instanceof UploadError)) return { kind: 'server-error', sentence }
  const { status, code, retryAfterMs } = error
  if (status === 401) return { kind: 'signed-out' }
  if (code === 'IMAGE_LIMIT_REACHED') return { kind: 'no-room' }
  if (closing.has(code)) return { kind: 'closed', sentence }
  if (transient.has(status)) return { kind: 'wait', sentence: connectionLost, waitMs: undefined }
  if (status === 429 || status === 503) {
    return { kind: 'wait', sentence: 'The server is busy, trying again', waitMs: retryAfterMs }
  }
  return status >= 400 && status < 500 ? { kind: 'refused', sentence } : { kind: 'server-error', sentence }
}
