import type { Clock } from '../clock.ts'

type Options = {
  clock: Pick<Clock, 'monotonicMs'>
  /** How many calls don't have to wait. */
  atOnce: number
  everyMs: number
  longestMs: number
}

/** Bounds memory; the least recently used key is dropped. */
const maxKeys = 10_000

/** Spaces out calls with the same key by `everyMs` (generic cell rate algorithm). */
export function createPacing({ clock, atOnce, everyMs, longestMs }: Options) {
  const ends = new Map<string, number>()

  return {
    /** Returns how many milliseconds to wait. */
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
