/**
 * Runs `work` on every item, `limit` at a time. After a failure no further item is begun, and the rejection comes when
 * nothing is running any more, so that a caller who cleans up is not overtaken by a late write.
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
