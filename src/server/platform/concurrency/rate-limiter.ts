import type { Clock } from '../clock.ts'

type Window = { count: number; endsAt: number }

/** So many keys are remembered; then the ones seen longest ago are forgotten first. It bounds memory under a flood. */
const maxKeys = 50_000

/** Counts what happened per key in windows of time. Kept in memory: each node counts for itself. */
export function createRateLimiter({ clock, limit, windowMs }: { clock: Clock; limit: number; windowMs: number }) {
  const windows = new Map<string, Window>()

  const current = (key: string): Window | undefined => {
    const window = windows.get(key)
    if (window && window.endsAt <= clock.now().getTime()) {
      windows.delete(key)
      return undefined
    }
    return window
  }

  const record = (key: string) => {
    const window = current(key) ?? { count: 0, endsAt: clock.now().getTime() + windowMs }
    window.count++
    windows.delete(key)
    windows.set(key, window)
    if (windows.size > maxKeys) windows.delete(windows.keys().next().value as string)
  }

  /** Seconds until the key may go on; 0 when it may now. */
  const retryAfterSeconds = (key: string) => {
    const window = current(key)
    if (!window || window.count < limit) return 0
    return Math.max(1, Math.ceil((window.endsAt - clock.now().getTime()) / 1000))
  }

  /** Counts one more, unless the limit is reached: then the seconds until it may go on. */
  const take = (key: string) => {
    const wait = retryAfterSeconds(key)
    if (wait === 0) record(key)
    return wait
  }

  return { take, record, retryAfterSeconds, forget: (key: string) => void windows.delete(key) }
}
