/** Keys are whole numbers below 2 ** 53, which both engines keep as they are; every fourth day shares its range of them. */
const keysOfDay = 2 ** 51

const rangeStart = (day: number) => (day % 4) * keysOfDay

/** So that all keys of a day can be forgotten at once. */
export const dayRange = (day: number) => ({ from: rangeStart(day), to: rangeStart(day) + keysOfDay })

/** 51 bits of the hash: of a million visitors on a day, one in some thousand days is taken for another. Never 0. */
export const visitorKey = (day: number, hexHash: string) =>
  rangeStart(day) + (Number.parseInt(hexHash.slice(0, 13), 16) % keysOfDay || 1)
