import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

type Options = {
  clock: Pick<Clock, 'monotonicMs'>
  capacityMs: number
  /** An overflow is never longer than this. */
  maxOverflowMs?: number
}

/** Above this number, the least recently used key is dropped to limit memory. */
const maxKeys = 10_000

/**
 * Has one leaky bucket per key. Levels are measured in milliseconds, because buckets drain one millisecond per
 * millisecond.
 */
export function createLeakyBucket({ clock, capacityMs, maxOverflowMs = Infinity }: Options) {
  // Unlike `max`, `maxSize` allocates no memory in advance.
  const emptyAt = new LRUCache<string, number>({ maxSize: maxKeys, sizeCalculation: () => 1 })

  const overflowMs = (key: string) => Math.max(0, (emptyAt.get(key) ?? 0) - clock.monotonicMs() - capacityMs)

  return {
    /** Returns the time until the bucket no longer overflows. */
    overflowMs,
    /** Returns the new overflow. */
    add(key: string, ms: number): number {
      const now = clock.monotonicMs()
      const level = Math.max(0, (emptyAt.get(key) ?? 0) - now) + ms
      emptyAt.set(key, now + Math.min(level, capacityMs + maxOverflowMs))
      return overflowMs(key)
    },
  }
}
