import sharp from 'sharp'
import { handleRequest } from './handle-request.ts'
import { needsTooMuchMemory, PictureRefused } from './image-header.ts'
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/*
 * A process that makes one picture at a time and talks to nobody but its parent. Whatever a picture does to a decoder, it
 * does it here.
 */

// One picture, one thread: pictures side by side use the cores better than threads inside one.
sharp.concurrency(1)
sharp.cache(false)

/** By the processor's time: on a busy machine a picture is not to blame for what others do meanwhile. */
let usageBefore = process.cpuUsage()
function workMs() {
  const { user, system } = process.cpuUsage(usageBefore)
  return (user + system) / 1000
}

const endAtOnce = () => process.kill(process.pid, 'SIGKILL')

function explain(error: unknown): WorkerAnswer {
  if (error instanceof PictureRefused)
    return { refusal: error.reason, cause: String(error.cause ?? ''), workMs: workMs() }
  const { name, message, stack = '', code } = error as NodeJS.ErrnoException
  return { failure: { name, message, stack, code } }
}

/** Where the parent cannot see how much memory its child has, it says how much that may be. */
const maxBytes = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
if (Number.isFinite(maxBytes)) {
  setInterval(() => {
    if (process.memoryUsage.rss() < maxBytes) return
    process.send?.(explain(new PictureRefused(needsTooMuchMemory)), endAtOnce)
  }, 25)
}

process.on('message', async (request: WorkerRequest) => {
  usageBefore = process.cpuUsage()
  const answer: WorkerAnswer = await handleRequest(request).then((value) => ({ value }), explain)
  process.send?.(answer)
})
// A terminal or a service manager tells everybody to stop; our parent knows when the last picture is done.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// At once, even in the middle of a picture: nobody waits for it any more.
process.on('disconnect', endAtOnce)
