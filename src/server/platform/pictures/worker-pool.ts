import type { AnswerTo, WorkerRequest } from './worker-messages.ts'
import { type PictureWorker, startWorker, type WorkerBounds } from './worker-process.ts'

export type PoolOptions = {
  /** Without work for so long, a worker is ended: nothing else gives all of its memory back. */
  idleMs: number
  /** After so many pictures a worker is ended, and the next picture gets a new one. */
  picturesPerWorker: number
  /** A worker that keeps more than this after a picture is ended too. */
  keptBytes: number
}

/** Worker processes that are started when they are needed. How many run at once is the caller's to bound. */
export function createWorkerPool({ idleMs, picturesPerWorker, keptBytes, ...bounds }: PoolOptions & WorkerBounds) {
  /** The last that worked is the next to work: in quiet times the others run out of time and end. */
  const idle: { worker: PictureWorker; timer: NodeJS.Timeout }[] = []
  const ending = new Set<Promise<void>>()
  let busy = 0

  function end(worker: PictureWorker) {
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

  function putBack(worker: PictureWorker) {
    if (!worker.isAlive()) return
    if (worker.count >= picturesPerWorker || worker.memory() > keptBytes) return end(worker)
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
    /** Starts one before it is needed, unless there are some. */
    warmUp() {
      if (idle.length + busy === 0) putBack(startWorker(bounds))
    },
    /** Ends those that are idle; resolves when they are gone. */
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
