import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createExpensiveWork } from './expensive-work.ts'

test('a 15 ms step is followed by a pause of about the same length', async () => {
  const { step } = createExpensiveWork()
  const startedAt: number[] = []
  const work = async () => {
    startedAt.push(performance.now())
    await delay(15)
  }
  await Promise.all([step('Anna', work), step('Anna', work)])
  const [first = 0, second = 0] = startedAt
  expect(second - first).toBeGreaterThan(28)
})

test('a failed step rejects, and the next one still runs', async () => {
  const { step } = createExpensiveWork()
  const failed = step('Anna', async () => {
    throw new Error('disk full')
  })
  await expect(failed).rejects.toThrow('disk full')
  expect(await step('Anna', async () => 'done')).toBe('done')
})
