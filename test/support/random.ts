/** Mulberry32, a seeded PRNG. `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { random, upTo: (max: number) => Math.floor(random() * (max + 1)) }
}
