import type { AnswerTo, WorkerRequest } from './worker-messages.ts'
import { type ImageWorker, startWorker, type WorkerBounds } from './worker-process.ts'

export type PoolOptions = {
  /** An idle worker ends after this time, because nothing else frees all of its memory. */
  idleMs: number
  imagesPerWorker: number
  /** A worker also ends if it uses more memory than this after an image. */
  keptBytes: number
}

/** Starts worker processes on demand. The caller limits how many run in parallel. */
export function createWorkerPool({ idleMs, imagesPerWorker, keptBytes, ...bounds }: PoolOptions & WorkerBounds) {
  /** Workers are reused last in, first out, so that in quiet times the others time out and end. */
  const idle: { worker: ImageWorker; timer: NodeJS.Timeout }[] = []
  const ending = new Set<Promise<void>>()
  let busy = 0

  function end(worker: ImageWorker) {
    const ended = worker.end().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  function takeWorker() {
    for (let last = idle.pop(); last; last = idle.pop()) {
      clearTimeout(last.timer)
      if (last.worker.isAlive()) return last.worker
    }
    return startWorker(bounds)
  }

  function putBack(worker: ImageWorker) {
    if (!worker.isAlive()) return
    if (worker.count >= imagesPerWorker || worker.memory() > keptBytes) return end(worker)
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((each) => each.worker === worker),
        1,
      )
      end(worker)
    }, idleMs)
    idle.push({ worker, timer: timer.unref() })
  }

  return {
    async run<R extends WorkerRequest>(request: R): Promise<AnswerTo<R>> {
      const worker = takeWorker()
      busy++
      try {
        return await worker.run(request)
      } finally {
        busy--
        putBack(worker)
      }
    },
    warmUp() {
      if (idle.length + busy === 0) putBack(startWorker(bounds))
    },
    async close() {
      for (const { worker, timer } of idle.splice(0)) {
        clearTimeout(timer)
        end(worker)
      }
      await Promise.all(ending)
    },
  }
}
export type WorkerPool = ReturnType<typeof createWorkerPool>
