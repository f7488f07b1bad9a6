export class SemaphoreFull extends Error {
  readonly isKeyFull: boolean

  constructor(message: string, { isKeyFull = false } = {}) {
    super(message)
    this.isKeyFull = isKeyFull
  }
}

type Options = { permits: number; permitsPerKey?: number; maxWaiting?: number; maxWaitingPerKey?: number }
type Request = { key?: string; signal?: AbortSignal | undefined }
type Waiter = PromiseWithResolvers<void> & { key: string }

/**
 * A semaphore with one queue per key, such as a user or a network. Queues are served round-robin, so a burst under one
 * key mostly delays itself. Above `maxWaiting`, the last waiter in the longest queue is rejected. Above
 * `maxWaitingPerKey`, the last waiter of that key is rejected. If `permitsPerKey` is less than `permits`, a single key
 * can't hold all permits.
 */
export function createFairSemaphore(options: Options) {
  const { permits, permitsPerKey = permits, maxWaiting = Infinity, maxWaitingPerKey = Infinity } = options
  /** Keys are in round-robin order, with the next one first. Queues are never empty. */
  const queues = new Map<string, Waiter[]>()
  const heldByKey = new Map<string, number>()
  const idleListeners: (() => void)[] = []
  let held = 0
  let waiting = 0

  const heldBy = (key: string) => heldByKey.get(key) ?? 0
  const hasPermitFor = (key: string) => held < permits && heldBy(key) < permitsPerKey

  function take(key: string) {
    held++
    heldByKey.set(key, heldBy(key) + 1)
  }

  function giveBack(key: string) {
    held--
    if (heldBy(key) > 1) heldByKey.set(key, heldBy(key) - 1)
    else heldByKey.delete(key)
  }

  async function acquire({ key = '', signal }: Request): Promise<void> {
    signal?.throwIfAborted()
    if (hasPermitFor(key)) return take(key)
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
    if (queue.length > maxWaitingPerKey) refuseLast(queue, keyFull())
    else if (waiting > maxWaiting) refuseLast(longestQueue(queue), full())
  }

  const full = () => new SemaphoreFull('Too much work is waiting')
  const keyFull = () => new SemaphoreFull('Too much work is waiting under one key', { isKeyFull: true })

  /** If several queues are the longest, `own` loses: rejecting a newcomer is better than dropping work that waited. */
  const longestQueue = (own: Waiter[]) =>
    [...queues.values()].reduce((longest, queue) => (queue.length > longest.length ? queue : longest), own)

  function refuseLast(queue: Waiter[], reason: SemaphoreFull) {
    const last = queue.at(-1)
    if (last) remove(last, reason)
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

  function dequeue() {
    for (const [key, queue] of queues) {
      if (!hasPermitFor(key)) continue
      const first = queue.shift()
      queues.delete(key)
      if (queue.length > 0) queues.set(key, queue)
      waiting--
      return first
    }
    return undefined
  }

  /** Hands the permit to the next waiter synchronously, so that a newcomer can't grab it in between. */
  function release(key: string) {
    giveBack(key)
    const next = dequeue()
    if (next) {
      take(next.key)
      return next.resolve()
    }
    if (held === 0) for (const listener of idleListeners.splice(0)) listener()
  }

  return {
    /** Aborting the signal removes queued work. Work that has started keeps running. */
    async withPermit<T>(work: () => Promise<T>, request: Request = {}): Promise<T> {
      await acquire(request)
      try {
        return await work()
      } finally {
        release(request.key ?? '')
      }
    },
    /** Throws if `withPermit` would reject right now. Call it before expensive preparations. */
    requireRoom(key: string) {
      if (hasPermitFor(key)) return
      const own = queues.get(key) ?? []
      if (own.length >= maxWaitingPerKey) throw keyFull()
      if (waiting >= maxWaiting && longestQueue(own).length <= own.length + 1) throw full()
    },
    get waiting() {
      return waiting
    },
    idle: () => (held === 0 ? Promise.resolve() : new Promise<void>((resolve) => idleListeners.push(resolve))),
  }
}
