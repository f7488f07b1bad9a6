import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// This is the only way to call V8's garbage collector from code.
setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')

const collectAfterBytes = 16 * 1024 * 1024

let bytesSinceCollection = 0

/**
 * Stream buffers are allocated outside V8's heap and hardly count toward its next collection, so 64 MB or more of
 * unused buffers pile up. Code that streams reports its bytes here. Every 16 MB, a minor collection (about 1 ms) frees
 * the buffers.
 */
export function noteStreamedBytes(bytes: number) {
  bytesSinceCollection += bytes
  if (bytesSinceCollection < collectAfterBytes) return
  bytesSinceCollection = 0
  collect({ type: 'minor' })
}
