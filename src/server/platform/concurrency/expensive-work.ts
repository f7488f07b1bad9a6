import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { createFairSemaphore } from './fair-semaphore.ts'

/** There are few permits, because all reads share one event loop. `maxWaitingPerKey` applies per network or user. */
const reads = { permits: 4, maxWaiting: 500, maxWaitingPerKey: 30 }

/**
 * For long work. The queue is unlimited, because callers limit the total. With two permits, long work can't use up the
 * database connections.
 */
const steps = { permits: 2, permitsPerKey: 1 }

/** Caps the pause, because the measured time includes unrelated work and a pause delays the whole queue. */
const maxRestMs = 20

/**
 * Queues work that blocks the event loop for many milliseconds, by network or user, so that a flood only delays itself.
 * The pauses after it leave time for quick requests.
 */
export function createExpensiveWork() {
  const { withPermit } = createFairSemaphore(reads)
  const { withPermit: withStep } = createFairSemaphore(steps)
  const begin = createTurns()

  return {
    withPermit,
    begin,
    /**
     * Runs one step of long work, such as a page of an export, then pauses for the same time (at most `maxRestMs`),
     * because a transaction on SQLite blocks everyone else.
     */
    step<T>(key: string, work: () => Promise<T>): Promise<T> {
      const { promise, resolve } = Promise.withResolvers<T>()
      const stepAndRest = async () => {
        const startedAt = performance.now()
        resolve(begin(key, work))
        await promise.catch(() => undefined)
        // The caller processes the result before the next turn, for example by serializing rows. That time counts too.
        await nextTurn()
        await restSince(startedAt)
      }
      void withStep(stepAndRest, { key })
      return promise
    },
  }
}
export type ExpensiveWork = ReturnType<typeof createExpensiveWork>

/** Starts one task at a time, then pauses for as long as the task blocked the event loop (at most `maxRestMs`). */
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
