import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import { createLeakyBucket } from './leaky-bucket.ts'

const everyMs = 500
const longestMs = 3000

/** Slows down guesses instead of rejecting them, because rejections would let strangers lock people out. */
export function createGuessSlowdown(clock: Clock) {
  const guesses = createLeakyBucket({ clock, capacityMs: 0, maxOverflowMs: longestMs })
  return (key: string, signal?: AbortSignal) =>
    delay(guesses.add(key, everyMs), undefined, { signal }).catch(() => signal?.throwIfAborted())
}
