import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { createFairSemaphore } from './fair-semaphore.ts'

/** Few at once: what they need is the one event loop. So many may wait, and so many of them for one network or user. */
const reads = { permits: 4, maxWaiting: 500, maxWaitingPerKey: 30 }

/** Of long work, whose callers bound how much of it there is. It can't take all connections to the database. */
const steps = { permits: 2, permitsPerKey: 1 }

/** Whatever else happened meanwhile counts as well, and the next in the queue waits for this too. */
const maxRestMs = 20

/**
 * Work that keeps the event loop busy for many milliseconds queues by who asks, so that a flood of it waits behind itself.
 * And it has at most half of the event loop: the other half is for all that is quick.
 */
export function createExpensiveWork() {
  const { withPermit } = createFairSemaphore(reads)
  const { withPermit: withStep } = createFairSemaphore(steps)
  const begin = createTurns()

  return {
    withPermit,
    begin,
    /**
     * One step of long work, such as a page of an export. Others come in between: the next step waits for as long as this one
     * took, because on SQLite nobody else is answered during a transaction.
     */
    step<T>(key: string, work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<T>()
      const stepAndRest = async () => {
        const startedAt = performance.now()
        resolve(begin(key, work))
        await promise.catch(() => undefined)
        await restSince(startedAt)
      }
      void withStep(stepAndRest, { key })
      return promise
    },
  }
}
export type ExpensiveWork = ReturnType<typeof createExpensiveWork>

/** Begins one at a time; afterwards the event loop is left to others for as long as that one kept it. */
function createTurns() {
  const { withPermit } = createFairSemaphore({ permits: 1 })
  return <T>(key: string, work: () => T | Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>()
    const turn = async () => {
      const startedAt = performance.now()
      resolve((async () => work())())
      await nextTurn()
      await restSince(startedAt)
    }
    void withPermit(turn, { key })
    return promise
  }
}

async function restSince(startedAt: number) {
  const tookMs = performance.now() - startedAt
  if (tookMs >= 1) await delay(Math.min(tookMs, maxRestMs))
}
