import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

// React, for one, has a slow build for everything else. `npm run dev` says that it is development.
process.env.NODE_ENV ??= 'production'

// Pictures are made on libuv's threads, where files are read and written too. It counts them at their first use, so this
// file is imported before any other.
process.env.UV_THREADPOOL_SIZE ??= String(availableParallelism() + 4)

// Pixels lie outside V8's heap. Counted by themselves, as is the default, they set off a full collection with nearly every
// picture, which took a sixth of an upload's time.
setFlagsFromString('--external-memory-accounted-in-global-limit')

// The heap may double between two full collections. V8 would let it grow by a few megabytes only, as the heap itself hardly
// grows while files pass through it, and collected once a second while pictures arrived: two fifths of the server's own work.
setFlagsFromString('--heap-growing-percent=100')
