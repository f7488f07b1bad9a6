import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

// React and other libraries use a slow development build unless NODE_ENV is `production`. `npm run dev` sets its own
// value.
process.env.NODE_ENV ??= 'production'

// libuv's threads do file I/O and hash passwords. libuv reads the size at first use, so import this file first.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)

// Bytes in transit are outside V8's heap. By default, V8 counts them separately, and they trigger garbage collections
// even though the heap hardly grows (docs/decisions/0016).
setFlagsFromString('--external-memory-accounted-in-global-limit')

// Let the heap double between full collections. By default, V8 ran one after every few megabytes of growth, which used
// much of the CPU time during uploads.
setFlagsFromString('--heap-growing-percent=100')
