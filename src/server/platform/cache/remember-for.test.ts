import { expect, test } from 'vitest'
import { rememberFor } from './remember-for.ts'

test('calls share a result or a failure for the given time', async () => {
  let now = 0
  let reads = 0
  const ask = rememberFor(1000, { monotonicMs: () => now }, async () => {
    if (++reads === 2) throw new Error('not now')
    return reads
  })
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1])
  now = 999
  expect(await ask()).toBe(1)
  now = 1000
  await expect(ask()).rejects.toThrow('not now')
  await expect(ask()).rejects.toThrow('not now')
  now = 2000
  expect(await ask()).toBe(3)
})
