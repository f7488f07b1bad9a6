import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

// React and others run a slow development build unless this is set. `npm run dev` sets its own.
process.env.NODE_ENV ??= 'production'

// libuv's threads do file I/O and hash passwords. It reads this at first use, so import this file before any other.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)

// Bytes in transit are outside V8's heap. Counted separately (the default), they trigger garbage collections even
// though the heap hardly grows (docs/decisions/0016).
setFlagsFromString('--external-memory-accounted-in-global-limit')

// Let the heap double between full collections. By default V8 let it grow by a few megabytes and collected every second
// during uploads: two fifths of the CPU time we spent on them.
setFlagsFromString('--heap-growing-percent=100')
