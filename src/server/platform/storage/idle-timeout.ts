import { Readable } from 'node:stream'
import { StorageUnavailable } from './storage.ts'

/**
 * Fails a stalled download. Only time spent waiting for the source counts. A socket timeout couldn't tell a stalled
 * source from a slow reader.
 */
export function withIdleTimeout(source: Readable, idleMs: number): Readable {
  const chunks = source[Symbol.asyncIterator]()
  // The iterator throws the source's error, even one from before the first read.
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
