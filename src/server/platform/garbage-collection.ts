import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The only way to V8's collector from inside; what is asked of it below it does by itself as well, only later.
setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')

const collectAfterBytes = 16 * 1024 * 1024

let passed = 0

/**
 * Of bytes that only pass through, V8 lets 64 MB and more pile up before it clears away the buffers they came in, since
 * next to no objects come with them. Whoever passes many tells it here; clearing the young ones takes about a millisecond.
 */
export function noteStreamedBytes(bytes: number) {
  passed += bytes
  if (passed < collectAfterBytes) return
  passed = 0
  collect({ type: 'minor' })
}
