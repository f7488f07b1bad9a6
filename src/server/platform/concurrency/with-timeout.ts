/** Rejects with `late()` after `limitMs`. The work itself keeps running, but its result is ignored. */
export async function withTimeout<Value>(work: Promise<Value>, limitMs: number, late: () => Error): Promise<Value> {
  const { promise: never, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([work, never])
  } finally {
    clearTimeout(timer)
  }
}
