import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { invalidField } from '#shared/errors.ts'
import { takeUploadTurn } from './upload-turns.ts'

/** `signal` rejects the body. `stopSignal` ends it early, as if the client had disconnected. */
type Limits = { maxBytes: number; signal: AbortSignal; stopSignal: AbortSignal }

const writeBufferBytes = 1024 * 1024
const discardMs = 1000

/** Streams the body to a new file. If the client disconnects, the file has the bytes that arrived. */
export async function receiveBody({ raw }: FastifyRequest, path: string, { maxBytes, signal, stopSignal }: Limits) {
  const file = createWriteStream(path, { flags: 'wx', highWaterMark: writeBufferBytes })
  const arrived = Promise.withResolvers<void>()
  let bytes = 0
  let holds = 0
  const hold = () => {
    holds++
    raw.pause()
  }
  const release = () => {
    holds--
    if (holds === 0) raw.resume()
  }
  const onData = (chunk: Buffer) => {
    if (bytes + chunk.length > maxBytes) return arrived.reject(tooManyBytes())
    bytes += chunk.length
    if (!file.write(chunk)) hold()
    const turn = takeUploadTurn(chunk.length)
    if (!turn) return
    hold()
    void turn.then(release)
  }
  const onAbort = () => arrived.reject(signal.reason)
  const onEnd = () => {
    raw.off('data', onData)
    arrived.resolve()
  }
  signal.addEventListener('abort', onAbort)
  stopSignal.addEventListener('abort', onEnd)
  if (signal.aborted) onAbort()
  if (stopSignal.aborted || (raw.destroyed && !raw.complete)) onEnd()
  file.on('drain', release).on('error', arrived.reject)
  raw.once('end', onEnd).once('close', onEnd).once('error', onEnd).on('data', onData)
  try {
    await arrived.promise
    file.end()
    await finished(file)
    return { bytes }
  } catch (error) {
    file.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    stopSignal.removeEventListener('abort', onEnd)
    raw.off('data', onData)
    raw.resume()
  }
}

const tooManyBytes = () => invalidField('Upload-Length', 'The upload is longer than announced')

/**
 * Call this once the response is sent. A phone that's still sending can only read the response if we keep reading for a
 * moment.
 */
export function discardBody({ raw }: FastifyRequest) {
  if (raw.complete !== false) return
  raw.resume()
  setTimeout(() => raw.complete || raw.destroy(), discardMs).unref()
}
