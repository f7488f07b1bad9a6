import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The only way to call V8's garbage collector from inside. What it is asked for below it would do by itself, only later.
setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')

const collectAfterBytes = 16 * 1024 * 1024

let bytesSinceCollection = 0

/**
 * Buffers of streamed bytes lie outside V8's heap, where they hardly count towards its next garbage collection: 64 MB and
 * more of dead ones pile up. Code that streams notes its bytes here; every 16 MB a minor collection frees them, which takes
 * about a millisecond.
 */
export function noteStreamedBytes(bytes: number) {
  bytesSinceCollection += bytes
  if (bytesSinceCollection < collectAfterBytes) return
  bytesSinceCollection = 0
  collect({ type: 'minor' })
}
