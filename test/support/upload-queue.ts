import { afterEach, beforeEach, vi } from 'vitest'
import type { Image } from '#shared/images.ts'
import type { Upload, UploadDetails } from '#web/features/images/upload/upload.ts'
import { UploadQueue } from '#web/features/images/upload/upload-queue.ts'
import { UploadError } from '#web/features/images/upload/upload-verdict.ts'
import { ApiError } from '#web/lib/api.ts'

type Sent = {
  upload: Upload
  signal: AbortSignal
  progress: (bytes: number) => void
  onUrl: (url: string | undefined) => void
  succeed: () => Promise<void>
  fail: (
    status: number,
    options?: { code?: ApiError['code']; message?: string; retryAfterMs?: number },
  ) => Promise<void>
}

export const link = 'a-link'
export const settle = () => vi.advanceTimersByTimeAsync(0)

/** The fake server responds on demand. */
export function aQueue() {
  const sent: Sent[] = []
  const busy: boolean[] = []
  const done: string[] = []
  const described: { image: string; details: UploadDetails }[] = []
  const covers: string[] = []
  const discarded: string[] = []
  const signedOut: boolean[] = []
  const checks = new Map<string, Promise<boolean>>()
  let ids = 0
  const queue = new UploadQueue({
    newId: () => `upload-${++ids}`,
    discard: (url) => discarded.push(url),
    onDone: (upload) => done.push(upload.file.name),
    onBusyChange: (isBusy) => busy.push(isBusy),
    onSignedOut: () => signedOut.push(true),
    findDuplicate: ({ file }) => checks.get(file.name),
    describe: async ({ _id }, details) => described.push({ image: _id, details }),
    setCover: async ({ _id }) => covers.push(_id),
    onDescribeFailure: () => {},
    send: (upload, { onProgress: progress, onUrl }, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () =>
          reject(new UploadError(new ApiError(0, { code: 'UNREACHABLE', message: '' }))),
        )
        const succeed = () => {
          resolve({ _id: `image-of-${upload.id}` } as Image)
          return settle().then(() => {})
        }
        const fail: Sent['fail'] = (status, { code = 'INTERNAL', message = 'No', retryAfterMs } = {}) => {
          reject(new UploadError(new ApiError(status, { code, message }), retryAfterMs))
          return settle().then(() => {})
        }
        sent.push({ upload, signal, progress, onUrl, succeed, fail })
      }),
  })
  const add = (...names: string[]) =>
    queue.add(
      link,
      names.map((name) => new File(['0123456789'], name, { type: 'image/jpeg' })),
    )
  const states = () => queue.idsOf(link).map((id) => queue.find(id)?.state)
  const idOf = (name: string) => queue.idsOf(link).find((id) => queue.find(id)?.file.name === name) ?? ''
  const at = (index: number) => {
    const one = sent[index]
    if (!one) throw new Error(`only ${sent.length} were sent`)
    return one
  }
  return { queue, sent, at, busy, done, described, covers, discarded, signedOut, checks, add, states, idOf }
}

/** Call it at the top level of a test file, so that retries don't take time. */
export function withFakeTimers() {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}
