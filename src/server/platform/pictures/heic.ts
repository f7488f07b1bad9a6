import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { damaged, PictureRefused } from './outline.ts'

type Pixels = { width: number; height: number; data: Uint8ClampedArray }

/**
 * sharp's own libheif comes without the HEVC decoder, so HEIC is decoded in WebAssembly. Every picture has a thread of
 * its own that ends with it: starting one costs an eighth of decoding 12 megapixels, WebAssembly never gives memory
 * back, and a file made to hang or to grow takes nothing with it. The decoder turns the picture upright.
 */
export async function decodeHeic(bytes: Buffer, limitMs: number, signal: AbortSignal): Promise<Pixels> {
  const limit = AbortSignal.timeout(limitMs)
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    // libheif talks to the console when it meets damage.
    stdout: true,
    stderr: true,
  })
  const ended = new AbortController()
  worker.once('exit', () => ended.abort())
  try {
    const [pixels] = await once(worker, 'message', { signal: AbortSignal.any([signal, limit, ended.signal]) })
    return pixels
  } catch (error) {
    signal.throwIfAborted()
    throw limit.aborted ? new PictureRefused('it takes too long to decode', { cause: error }) : damaged(error)
  } finally {
    await worker.terminate()
  }
}
