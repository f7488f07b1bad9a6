export type Random = {
  /** From 0 up to and without 1. */
  (): number
  /** A whole number, both ends included. */
  between(low: number, high: number): number
  pick<T>(items: readonly T[]): T
}

/** The same numbers for the same seed (mulberry32), so that what was seen once can be looked for again. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, {
    between: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    pick: <T>(items: readonly T[]) => items[Math.floor(next() * items.length)] as T,
  })
}

/** FAULT_SEED repeats a run; without it every run is another. */
export const newSeed = () => Number(process.env.FAULT_SEED) || 1 + Math.floor(Math.random() * 999_999)
