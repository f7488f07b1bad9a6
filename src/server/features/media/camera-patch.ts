import { pipeline, type Readable, Transform } from 'node:stream'
import type { CameraPatch } from '#server/platform/images/embed-exif.ts'

/** `start` is the file offset of the chunk. The chunk is copied only if it changes. */
function patchBytes(bytes: Buffer, { at, bytes: patch }: CameraPatch, start: number): Buffer {
  const from = Math.max(at, start)
  const to = Math.min(at + patch.length, start + bytes.length)
  if (from >= to) return bytes
  const copy = Buffer.from(bytes)
  patch.copy(copy, from - start, from - at, to - at)
  return copy
}

/** `start` is the file offset of the first byte. Destroying the returned stream destroys the source. */
export function patchStream(source: Readable, patch: CameraPatch, start = 0): Readable {
  let at = start
  const patched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = patchBytes(chunk, patch, at)
      at += chunk.length
      done(null, bytes)
    },
  })
  // The callback can ignore errors, because they also surface on `patched`.
  pipeline(source, patched, () => {})
  return patched
}
