import type { Clock } from '../clock.ts'

type Options = {
  clock: Pick<Clock, 'monotonicMs'>
  /** After a pause, this many calls in a row have no delay. */
  atOnce: number
  everyMs: number
  longestMs: number
}

/** Above this number, the least recently used key is dropped to limit memory. */
const maxKeys = 10_000

/** Spaces out calls with the same key by `everyMs` (generic cell rate algorithm). */
export function createPacing({ clock, atOnce, everyMs, longestMs }: Options) {
  const ends = new Map<string, number>()

  return {
    /** Returns the delay in milliseconds, at most `longestMs`. */
    take(key: string): number {
      const now = clock.monotonicMs()
      const latest = now + longestMs + atOnce * everyMs
      const end = Math.min(Math.max(ends.get(key) ?? now, now) + everyMs, latest)
      ends.delete(key)
      ends.set(key, end)
      if (ends.size > maxKeys) ends.delete(ends.keys().next().value as string)
      return Math.max(0, end - now - atOnce * everyMs)
    },
  }
}
