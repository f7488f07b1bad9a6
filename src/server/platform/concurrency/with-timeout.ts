/**
 * What the work comes to, or after so long the error of `late`. The work itself is not stopped: what it comes to then is
 * nobody's.
 */
export async function withTimeout<Value>(work: Promise<Value>, limitMs: number, late: () => Error): Promise<Value> {
  const { promise: never, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), limitMs)
  try {
    return await Promise.race([work, never])
  } finally {
    clearTimeout(timer)
  }
}
