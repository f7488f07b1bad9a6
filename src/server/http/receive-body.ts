import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { invalidField } from '#shared/errors.ts'

type Limits = { maxBytes: number; signal: AbortSignal }

const writeBufferBytes = 1024 * 1024
const discardMs = 1000

/**
 * Streams the body to a new file. If the client disconnects, the file has the bytes that arrived, and `isInterrupted` is
 * true.
 */
export async function receiveBody({ raw }: FastifyRequest, path: string, { maxBytes, signal }: Limits) {
  const file = createWriteStream(path, { flags: 'wx', highWaterMark: writeBufferBytes })
  const arrived = Promise.withResolvers<{ isInterrupted: boolean }>()
  let bytes = 0
  const onData = (chunk: Buffer) => {
    if (bytes + chunk.length > maxBytes) return arrived.reject(tooManyBytes())
    bytes += chunk.length
    if (!file.write(chunk)) raw.pause()
  }
  const onAbort = () => arrived.reject(signal.reason)
  const onInterrupted = () => arrived.resolve({ isInterrupted: true })
  signal.addEventListener('abort', onAbort)
  if (signal.aborted) onAbort()
  if (raw.destroyed && !raw.complete) onInterrupted()
  file.on('drain', () => raw.resume()).on('error', arrived.reject)
  raw
    .once('end', () => arrived.resolve({ isInterrupted: false }))
    .once('close', onInterrupted)
    .once('error', onInterrupted)
    .on('data', onData)
  try {
    const { isInterrupted } = await arrived.promise
    file.end()
    await finished(file)
    return { bytes, isInterrupted }
  } catch (error) {
    file.destroy()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
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
