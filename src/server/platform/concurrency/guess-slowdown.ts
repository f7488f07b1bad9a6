import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { createPacing } from './pacing.ts'

const pace = { atOnce: 0, everyMs: 500, longestMs: 3000 }

/** Slows down guesses instead of rejecting them, because rejections would let strangers lock people out. */
export function createGuessSlowdown(clock: Clock) {
  const turns = createPacing({ clock, ...pace })
  return (key: string, signal?: AbortSignal) =>
    delay(turns.take(key), undefined, { signal }).catch(() => signal?.throwIfAborted())
}
