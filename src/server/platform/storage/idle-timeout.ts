import { Readable } from 'node:stream'
import { StorageUnavailable } from './storage.ts'

/**
 * Fails a stalled download. Only counts time spent waiting for the source. A socket timeout couldn't tell a stalled
 * source from a slow reader.
 */
export function withIdleTimeout(source: Readable, idleMs: number): Readable {
  const chunks = source[Symbol.asyncIterator]()
  // The source keeps an error from before the first read, and the iterator throws it.
  source.on('error', () => {})
  return new Readable({
    async read() {
      const timer = setTimeout(() => source.destroy(new Error(`No data for ${idleMs} ms`)), idleMs)
      try {
        const { done, value } = await chunks.next()
        this.push(done ? null : value)
      } catch (error) {
        this.destroy(new StorageUnavailable(error))
      } finally {
        clearTimeout(timer)
      }
    },
    destroy(error, done) {
      source.destroy()
      done(error)
    },
  })
}
