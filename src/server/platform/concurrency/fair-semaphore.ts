/** Thrown where the queue is full: waiting longer would help nobody. */
export class SemaphoreFull extends Error {}

type Options = { permits: number; maxWaiting?: number; maxWaitingPerKey?: number }
type Request = { key?: string; signal?: AbortSignal }
type Waiter = PromiseWithResolvers<void> & { key: string }

/**
 * A semaphore whose waiters queue by key, say a user or a network. The queues are served round-robin: much work under one
 * key waits behind itself, and not everybody behind it. Where more than `maxWaiting` wait in all, the last of the longest
 * queue is refused; where more than `maxWaitingPerKey` wait under one key, its last.
 */
export function createFairSemaphore({ permits, maxWaiting = Infinity, maxWaitingPerKey = Infinity }: Options) {
  /** In round-robin order: the first is served next. None is empty. */
  const queues = new Map<string, Waiter[]>()
  const idleListeners: (() => void)[] = []
  let held = 0
  let waiting = 0

  async function acquire({ key = '', signal }: Request): Promise<void> {
    signal?.throwIfAborted()
    if (held < permits) {
      held++
      return
    }
    const waiter = { key, ...Promise.withResolvers<void>() }
    const leave = () => remove(waiter, signal?.reason)
    signal?.addEventListener('abort', leave)
    enqueue(waiter)
    await waiter.promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  function enqueue(waiter: Waiter) {
    const queue = queues.get(waiter.key) ?? []
    queue.push(waiter)
    queues.set(waiter.key, queue)
    waiting++
    if (queue.length > maxWaitingPerKey) refuseLast(queue)
    else if (waiting > maxWaiting) refuseLast(longestQueue())
  }

  const longestQueue = () => [...queues.values()].reduce((one, other) => (other.length > one.length ? other : one))

  function refuseLast(queue: Waiter[]) {
    const last = queue.at(-1)
    if (last) remove(last, new SemaphoreFull('Too much work is waiting'))
  }

  function remove(waiter: Waiter, reason: unknown) {
    const queue = queues.get(waiter.key) ?? []
    const index = queue.indexOf(waiter)
    if (index === -1) return
    queue.splice(index, 1)
    if (queue.length === 0) queues.delete(waiter.key)
    waiting--
    waiter.reject(reason)
  }

  /** The first of the next queue; that queue goes to the end. */
  function dequeue() {
    for (const [key, queue] of queues) {
      const first = queue.shift()
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      waiting--
      return first
    }
    return undefined
  }

  function release() {
    // The permit goes straight to the next waiter: given back first, a newcomer could take it in between.
    const next = dequeue()
    if (next) return next.resolve()
    held--
    if (held === 0) for (const listener of idleListeners.splice(0)) listener()
  }

  return {
    /** Runs the work once there is a permit. A signal takes it out of the queue; work that has begun goes on. */
    async withPermit<T>(work: () => Promise<T>, request: Request = {}): Promise<T> {
      await acquire(request)
      try {
        return await work()
      } finally {
        release()
      }
    },
    get waiting() {
      return waiting
    },
    /** Resolves when nothing runs and nothing waits. */
    idle: () => (held === 0 ? Promise.resolve() : new Promise<void>((resolve) => idleListeners.push(resolve))),
  }
}
