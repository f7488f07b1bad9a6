import { Readable } from 'node:stream'
import { StorageUnavailable } from './storage.ts'

/**
 * Fails a download that stalls. Only the time spent waiting for the source counts, which no timeout on the socket could
 * tell apart from a slow reader that does not take what is there (back-pressure).
 */
export function withIdleTimeout(source: Readable, idleMs: number): Readable {
  const chunks = source[Symbol.asyncIterator]()
  // An error that comes before the first read is kept by the source and thrown by the iterator.
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
