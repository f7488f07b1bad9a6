import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

// React, for one, has a slow build for everything else. `npm run dev` says that it is development.
process.env.NODE_ENV ??= 'production'

// Files are read, written and synced on libuv's threads, and passwords are hashed there. It counts them at their first use, so
// this file is imported before any other.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)

// Bytes on their way through lie outside V8's heap. Counted by themselves, as is the default, they set off collections though
// the heap hardly grows (docs/decisions/0016).
setFlagsFromString('--external-memory-accounted-in-global-limit')

// The heap may double between two full collections. V8 would let it grow by a few megabytes only, and collected once a second
// while pictures arrived: two fifths of the server's own work for them.
setFlagsFromString('--heap-growing-percent=100')
