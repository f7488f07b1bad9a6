export function createKeyedMutex() {
  const tails = new Map<string, Promise<unknown>>()

  return async function runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const previous = tails.get(key) ?? Promise.resolve()
    const mine = previous.then(work, work)
    tails.set(key, mine)
    try {
      return await mine
    } finally {
      if (tails.get(key) === mine) tails.delete(key)
    }
  }
}
