import sharp from 'sharp'
import { handleRequest } from './handle-request.ts'
import { ImageRefused, needsTooMuchMemory } from './image-header.ts'
import type { WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/*
 * This process handles one image at a time and communicates only with its parent, so a malicious image can crash only
 * this process.
 */

// Use one thread per image, because processing images in parallel uses the cores better.
sharp.concurrency(1)
sharp.cache(false)

/** Work is measured in CPU time, because elapsed time depends on how busy the machine is. */
let usageBefore = process.cpuUsage()
function workMs() {
  const { user, system } = process.cpuUsage(usageBefore)
  return (user + system) / 1000
}

const endAtOnce = () => process.kill(process.pid, 'SIGKILL')

function explain(error: unknown): WorkerAnswer {
  if (error instanceof ImageRefused)
    return { refusal: error.reason, cause: String(error.cause ?? ''), workMs: workMs() }
  const { name, message, stack = '', code } = error as NodeJS.ErrnoException
  return { failure: { name, message, stack, code } }
}

/** Set if the parent can't measure this process's memory. */
const maxBytes = Number(process.argv[2] ?? Number.POSITIVE_INFINITY)
if (Number.isFinite(maxBytes)) {
  setInterval(() => {
    if (process.memoryUsage.rss() < maxBytes) return
    process.send?.(explain(new ImageRefused(needsTooMuchMemory)), endAtOnce)
  }, 25)
}

process.on('message', async (request: WorkerRequest) => {
  usageBefore = process.cpuUsage()
  const answer: WorkerAnswer = await handleRequest(request).then((value) => ({ value }), explain)
  process.send?.(answer)
})
// Terminals and service managers signal all processes, but our parent decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// If the parent is gone, exit even in the middle of an image.
process.on('disconnect', endAtOnce)
