import { setTimeout as delay } from 'node:timers/promises'

const longestRestMs = 100

/**
 * For background work in short steps. Rests after the step for as long as it took, so that requests get at least half of
 * the time. If they make the step wait, it rests longer, too.
 */
export async function withRest<T>(step: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await step()
  await delay(Math.min(performance.now() - startedAt, longestRestMs))
  return result
}
