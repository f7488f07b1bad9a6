import type { DetailedError, HttpResponse, Upload as TusUpload } from 'tus-js-client'
import { expireSession, toApiError, tokenKey } from '#web/lib/api.ts'
import { readStored } from '#web/lib/storage.ts'
import type { SendUpload } from '../upload/send-upload.ts'
import type { Upload } from '../upload/upload.ts'
import { UploadError } from '../upload/upload-verdict.ts'

const endpoint = '/api/uploads'
const chunkBytes = 5 * 2 ** 20
/** A connection without progress is aborted after this time, because the browser might never notice that it's dead. */
const stallMs = 30_000
/** The last response takes longer, because the server has to process the photo first. */
const answerMs = 120_000

type Options = {
  metadata: (upload: Upload) => Record<string, string>
  /** Returns the tus upload of an earlier attempt. */
  urlOf: (upload: Upload) => string | undefined
  onUrl: (upload: Upload, url: string | undefined) => void
}

const unreachable = () => new UploadError(toApiError(0, undefined))

/** Sends files in pieces, so an interrupted upload continues where it stopped. */
export function createTusSender({ metadata, urlOf, onUrl }: Options): SendUpload {
  /** The first upload makes this browser a guest. The others wait, or each would become a different guest. */
  let first: Promise<void> | undefined
  let isGuest = false

  async function takeTurn() {
    while (first) await first
    if (isGuest) return () => {}
    const { promise, resolve } = Promise.withResolvers<void>()
    first = promise
    return () => {
      if (first === promise) first = undefined
      resolve()
    }
  }

  return async (upload, onProgress, signal) => {
    const { Upload } = await import('tus-js-client').catch(() => {
      throw unreachable()
    })
    const release = await takeTurn()
    try {
      signal.throwIfAborted()
      return await new Promise<undefined>((resolve, reject) => {
        const url = urlOf(upload)
        const token = readStored(tokenKey)
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
          // Also deletes the parts on the server.
          void sending.abort(true).catch(() => {})
          fail(unreachable())
        }
        const sending: TusUpload = new Upload(upload.file, {
          // If an earlier upload can't be reached, the library must not replace it with a new one.
          endpoint: url === undefined ? endpoint : null,
          uploadUrl: url ?? null,
          chunkSize: chunkBytes,
          // The queue decides when to try again.
          retryDelays: null,
          storeFingerprintForResuming: false,
          metadata: { ...metadata(upload), filename: upload.file.name },
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
          onUploadUrlAvailable() {
            onUrl(upload, sending.url ?? undefined)
            isGuest = true
            release()
          },
          onProgress(sent, total) {
            watch(sent < total ? stallMs : answerMs)
            onProgress(sent)
          },
          onSuccess() {
            end()
            resolve(undefined)
          },
          onError(error) {
            const response = (error as DetailedError).originalResponse
            const status = response?.getStatus() ?? 0
            if (status === 401) expireSession(token)
            // The upload has expired, or it's at another offset because the last response got lost.
            const isGone = status === 404 && sending.url !== null
            if (isGone) onUrl(upload, undefined)
            fail(isGone || status === 409 || !response ? unreachable() : toUploadError(status, response))
          },
        })
        signal.addEventListener('abort', cancel)
        watch(stallMs)
        sending.start()
      })
    } finally {
      release()
    }
  }
}

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
