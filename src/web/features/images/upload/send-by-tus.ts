import type { DetailedError, HttpResponse, Upload as TusUpload } from 'tus-js-client'
import { expireSession, toApiError, tokenKey } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import type { SendingEvents, Upload } from './upload.ts'
import { UploadError } from './upload-verdict.ts'

const endpoint = '/api/uploads'
const chunkBytes = 5 * 2 ** 20
/** A connection without progress is aborted after this time, because the browser might never notice that it's dead. */
const stallMs = 30_000
/** The last response takes longer, because the server has to process the photo first. */
const answerMs = 120_000

const discardDelaysMs = [3, 10, 30, 60, 300].map((seconds) => seconds * 1000)

const unreachable = () => new UploadError(toApiError(0, undefined))

/** The server has forgotten the upload that was to be continued. */
class UploadGone extends UploadError {
  constructor() {
    super(toApiError(0, undefined))
  }
}

/**
 * Sends a file in pieces, so an interrupted upload continues where it stopped. Resolves to its URL on the server.
 * `metadata` says where the image belongs.
 */
export async function sendByTus(
  upload: Upload,
  metadata: Record<string, string>,
  events: SendingEvents,
  signal: AbortSignal,
) {
  const { Upload: TusUpload } = await import('tus-js-client').catch(() => {
    throw unreachable()
  })
  signal.throwIfAborted()
  const send = (url: string | undefined) => sendFrom(url, { TusUpload, upload, metadata, events, signal })
  try {
    return await send(upload.url)
  } catch (error) {
    if (!(error instanceof UploadGone)) throw error
    events.onUrl(undefined)
    if (upload.url === undefined) throw error
    return send(undefined)
  }
}

type Sending = {
  TusUpload: typeof TusUpload
  upload: Upload
  metadata: Record<string, string>
  events: SendingEvents
  signal: AbortSignal
}

/** Without a URL, starts a new upload. */
const sendFrom = (
  url: string | undefined,
  { TusUpload, upload, metadata, events: { onProgress, onUrl }, signal }: Sending,
) =>
  new Promise<string>((resolve, reject) => {
    const { token, headers } = authorization()
    let stall: ReturnType<typeof setTimeout> | undefined
    const end = () => {
      clearTimeout(stall)
      signal.removeEventListener('abort', cancel)
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    const watch = (ms: number) => {
      clearTimeout(stall)
      stall = setTimeout(() => {
        void sending.abort()
        fail(unreachable())
      }, ms)
    }
    const cancel = () => {
      void sending.abort()
      fail(unreachable())
    }
    const sending: TusUpload = new TusUpload(upload.file, {
      // If an earlier upload can't be reached, the library must not replace it with a new one.
      endpoint: url === undefined ? endpoint : null,
      uploadUrl: url ?? null,
      chunkSize: chunkBytes,
      // The queue decides when to try again.
      retryDelays: null,
      storeFingerprintForResuming: false,
      metadata: { ...metadata, filename: upload.file.name },
      headers,
      onUploadUrlAvailable: () => onUrl(sending.url ?? undefined),
      onProgress(sent, total) {
        watch(sent < total ? stallMs : answerMs)
        onProgress(sent)
      },
      onSuccess() {
        end()
        resolve(sending.url ?? '')
      },
      onError(error) {
        const response = (error as DetailedError).originalResponse
        const status = response?.getStatus() ?? 0
        if (status === 401) expireSession(token)
        if (status === 404 && sending.url !== null) return fail(new UploadGone())
        // After a 409, the upload is at another offset, because the last response got lost.
        fail(status === 409 || !response ? unreachable() : toUploadError(status, response))
      },
    })
    signal.addEventListener('abort', cancel)
    watch(stallMs)
    sending.start()
  })

function authorization() {
  const token = readStored(tokenKey)
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  return { token, headers }
}

/** Deletes the parts of a canceled upload. If that never succeeds, the server deletes them a day later. */
export async function discardByTus(url: string) {
  const { headers } = authorization()
  // People often cancel because they're offline.
  const options = { headers, retryDelays: discardDelaysMs, onShouldRetry: isUnreachable }
  await import('tus-js-client').then(({ Upload }) => Upload.terminate(url, options)).catch(() => {})
}

const isUnreachable = (error: Error) => !(error as DetailedError).originalResponse

function toUploadError(status: number, response: HttpResponse) {
  const seconds = Number(response.getHeader('Retry-After'))
  return new UploadError(toApiError(status, readJson(response.getBody())), seconds > 0 ? seconds * 1000 : undefined)
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
