import { Readable } from 'node:stream'
import type { Storage } from '#server/platform/storage/storage.ts'

/** Creates a storage in which every file has `size` bytes, generated as they're read. `seen` counts readers and bytes. */
export function createLongStorage(size: number) {
  const seen = { opened: 0, reading: 0, given: 0 }
  const storage: Storage = {
    put: async () => {},
    async open() {
      let left = size
      seen.opened++
      seen.reading++
      const stream = new Readable({
        read() {
          const chunk = Buffer.alloc(Math.min(64 * 1024, left))
          left -= chunk.length
          seen.given += chunk.length
          setImmediate(() => this.push(chunk.length > 0 ? chunk : null))
        },
        destroy(error, done) {
          seen.reading--
          done(error)
        },
      })
      return { size, stream }
    },
    read: async () => undefined,
    remove: async () => {},
    removeAll: async () => {},
    async *list() {},
    check: async () => {},
    close: async () => {},
  }
  return { storage, seen }
}
