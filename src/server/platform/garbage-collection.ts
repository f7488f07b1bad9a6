import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Code can't call V8's garbage collector without this flag.
setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')

const collectAfterBytes = 16 * 1024 * 1024

let bytesSinceCollection = 0

/**
 * Stream buffers are allocated outside V8's heap and hardly count toward its next collection, so unused buffers pile
 * up. Code that streams reports its bytes here, and a quick minor collection now and then frees the buffers.
 */
export function noteStreamedBytes(bytes: number) {
  bytesSinceCollection += bytes
  if (bytesSinceCollection < collectAfterBytes) return
  bytesSinceCollection = 0
  collect({ type: 'minor' })
}
