/**
 * Runs `work` on every item, at most `limit` at a time. After a failure, it starts no more items and rejects once the
 * running ones have ended, so that the caller's cleanup can't race with a late write.
 */
export async function inParallel<T>(
  items: Iterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items].values()
  let failed = false
  const workers = Array.from({ length: limit }, async () => {
    for (const item of queue) {
      if (failed) return
      try {
        await work(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  })
  const outcomes = await Promise.allSettled(workers)
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}
