type Waiting = { start: () => void }

type Lane = {
  /** Runs the task when its turn comes; a signal takes it out of the queue, it does not stop what has begun. */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>
  readonly waiting: number
  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void>
}

/** First come, first served, at most `width` at once. */
export function createSemaphore(width: number): Lane {
  const queue: Waiting[] = []
  const idleListeners: (() => void)[] = []
  let running = 0

  const enter = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.throwIfAborted()
      if (running < width) {
        running += 1
        return resolve()
      }
      const giveUp = () => {
        queue.splice(queue.indexOf(waiting), 1)
        reject(signal?.reason)
      }
      const waiting: Waiting = {
        start: () => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      queue.push(waiting)
    })

  const leave = () => {
    const next = queue.shift()
    // The place passes from hand to hand, so that nobody can slip in between.
    if (next) return next.start()
    running -= 1
    if (running === 0) for (const listener of idleListeners.splice(0)) listener()
  }

  return {
    async run(task, signal) {
      await enter(signal)
      try {
        return await task()
      } finally {
        leave()
      }
    },
    get waiting() {
      return queue.length
    },
    idle: () => (running === 0 ? Promise.resolve() : new Promise((resolve) => idleListeners.push(resolve))),
  }
}
