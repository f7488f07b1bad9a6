import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withRest } from './with-rest.ts'

test('background work rests for as long as its step took', async () => {
  const startedAt = performance.now()
  let stepMs = 0
  const result = await withRest(async () => {
    await delay(40)
    stepMs = performance.now() - startedAt
    return 'done'
  })
  expect(result).toBe('done')
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1.9 * stepMs)
})
