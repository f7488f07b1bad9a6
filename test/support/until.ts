import { setTimeout as delay } from 'node:timers/promises'

/** Polls the condition. Resolves to false if it isn't met in time. */
export async function until(condition: () => boolean | Promise<boolean>, { timeoutMs }: { timeoutMs: number }) {
  const deadline = performance.now() + timeoutMs
  while (!(await condition())) {
    if (performance.now() > deadline) return false
    await delay(5)
  }
  return true
}
