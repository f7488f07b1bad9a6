export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  (): number
  /** An integer, inclusive at both ends. */
  between(low: number, high: number): number
  pick<T>(items: readonly T[]): T
}

/** Mulberry32, a seeded PRNG, so runs can be repeated. */
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

/** Random unless FAULT_SEED is set. */
export const newSeed = () => Number(process.env.FAULT_SEED) || 1 + Math.floor(Math.random() * 999_999)
