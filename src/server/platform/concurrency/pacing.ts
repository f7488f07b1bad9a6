import type { Clock } from '../clock.ts'

type Options = {
  clock: Pick<Clock, 'monotonicMs'>
  /** So many in a row need not wait. */
  atOnce: number
  everyMs: number
  longestMs: number
}

/** Beyond so many keys the one that came longest ago is forgotten. */
const maxKeys = 10_000

/** Turns for each key, one every so many milliseconds (the generic cell rate algorithm). */
export function createPacing({ clock, atOnce, everyMs, longestMs }: Options) {
  /** When all turns that were given to the key will be over. */
  const ends = new Map<string, number>()

  return {
    /** Takes the next turn of the key; in how many milliseconds it is. */
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
