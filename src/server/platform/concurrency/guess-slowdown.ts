import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { createPacing } from './pacing.ts'

type Options = {
  /** Wrong passwords for one account or link from all networks together, since a guesser may have thousands of them. */
  wrong: { retryAfterSeconds(key: string): Promise<number> }
  clock: Clock
}

const pace = { atOnce: 0, everyMs: 500, longestMs: 3000 }

/** Past the limit nobody is refused, or strangers could lock people out, but everyone waits for a turn. */
export function createGuessSlowdown({ wrong, clock }: Options) {
  const turns = createPacing({ clock, ...pace })
  return async (key: string, signal?: AbortSignal) => {
    if ((await wrong.retryAfterSeconds(key)) === 0) return
    await delay(turns.take(key), undefined, { signal }).catch(() => signal?.throwIfAborted())
  }
}
