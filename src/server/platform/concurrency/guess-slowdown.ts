import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { createPacing } from './pacing.ts'

type Options = {
  /**
   * Counts wrong passwords per account or link across all networks, because attackers can use thousands of networks.
   */
  wrong: { retryAfterSeconds(key: string): Promise<number> }
  clock: Clock
}

const pace = { atOnce: 0, everyMs: 500, longestMs: 3000 }

/** Slows down guesses instead of rejecting them, because rejections would let strangers lock people out. */
export function createGuessSlowdown({ wrong, clock }: Options) {
  const turns = createPacing({ clock, ...pace })
  return async (key: string, signal?: AbortSignal) => {
    if ((await wrong.retryAfterSeconds(key)) === 0) return
    await delay(turns.take(key), undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
