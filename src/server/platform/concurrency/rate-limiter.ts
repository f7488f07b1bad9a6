import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import { widerKeysOf } from '../network.ts'

type Window = { count: number; endsAt: number }

/** Above this number, the least recently used key is dropped to limit memory under a flood. */
const maxKeys = 50_000

/**
 * Counts attempts per key in fixed windows. Each node counts separately, in memory. For limits across all nodes, use
 * platform/database/rate-limiter.ts. Both also limit the wider networks around an IPv6 network.
 */
export function createMemoryRateLimiter({ clock, limit, windowMs }: { clock: Clock; limit: number; windowMs: number }) {
  // Unlike `max`, `maxSize` allocates no memory in advance.
  const windows = new LRUCache<string, Window>({ maxSize: maxKeys, sizeCalculation: () => 1 })

  const current = (key: string): Window | undefined => {
    const window = windows.get(key)
    if (window && window.endsAt <= clock.now().getTime()) {
      windows.delete(key)
      return undefined
    }
    return window
  }

  const count = (key: string) => {
    const window = current(key) ?? { count: 0, endsAt: clock.now().getTime() + windowMs }
    window.count++
    windows.set(key, window)
    return window.count
  }

  const secondsUntilBelow = (key: string, most: number) => {
    const window = current(key)
    if (!window || window.count < most) return 0
    return Math.max(1, Math.ceil((window.endsAt - clock.now().getTime()) / 1000))
  }

  const retryAfterSeconds = (key: string) =>
    Math.max(
      secondsUntilBelow(key, limit),
      ...widerKeysOf(key).map((wider) => secondsUntilBelow(wider.key, limit * wider.times)),
    )

  return {
    retryAfterSeconds,
    /** Counts an attempt and returns the new total. If a limit is reached, it counts nothing. */
    take(key: string) {
      const wait = retryAfterSeconds(key)
      if (wait > 0) return { count: limit + 1, retryAfterSeconds: wait }
      const total = count(key)
      for (const wider of widerKeysOf(key)) count(wider.key)
      return { count: total, retryAfterSeconds: 0 }
    },
  }
}
