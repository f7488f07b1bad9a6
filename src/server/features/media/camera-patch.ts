import { pipeline, type Readable, Transform } from 'node:stream'
import type { CameraPatch } from '#server/platform/pictures/embed-exif.ts'

/** Bytes of a file from `start` on, with the patch's in their place; a copy where any of them differ. */
function patchBytes(bytes: Buffer, { at, bytes: patch }: CameraPatch, start: number): Buffer {
  const from = Math.max(at, start)
  const to = Math.min(at + patch.length, start + bytes.length)
  if (from >= to) return bytes
  const copy = Buffer.from(bytes)
  patch.copy(copy, from - start, from - at, to - at)
  return copy
}

/** The same for a file on its way, from `start` on. Whoever destroys what it gives destroys the source. */
export function patchStream(source: Readable, patch: CameraPatch, start = 0): Readable {
  let at = start
  const patched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const bytes = patchBytes(chunk, patch, at)
      at += chunk.length
      done(null, bytes)
    },
  })
  // An error reaches whoever reads it.
  pipeline(source, patched, () => {})
  return patched
}
