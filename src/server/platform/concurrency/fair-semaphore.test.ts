import { setImmediate as aMoment } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairSemaphore, SemaphoreFull } from './fair-semaphore.ts'

test('of 200 that come at once never more than the allowed number are inside, and all get through', async () => {
  const pass = createFairSemaphore({ parallel: 3, waiting: 197 })
  let inside = 0
  let most = 0

  const results = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      pass(async () => {
        most = Math.max(most, ++inside)
        await aMoment()
        inside--
        return index
      }),
    ),
  )

  expect(most).toBe(3)
  expect(results).toEqual(Array.from({ length: 200 }, (_, index) => index))
})

test('work begins in the order it came', async () => {
  const pass = createFairSemaphore({ parallel: 1, waiting: 50 })
  const begun: number[] = []

  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      pass(async () => {
        begun.push(index)
        await aMoment()
      }),
    ),
  )

  expect(begun).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('whoever comes when a place is handed over does not overtake those who waited', async () => {
  const pass = createFairSemaphore({ parallel: 1, waiting: 10 })
  const begun: string[] = []
  const first = pass(async () => void begun.push('first'))
  const second = pass(async () => void begun.push('second'))
  await first
  const third = pass(async () => void begun.push('third'))
  await Promise.all([second, third])

  expect(begun).toEqual(['first', 'second', 'third'])
})

test('a full gate turns work away without beginning it, and lets in again once there is room', async () => {
  const pass = createFairSemaphore({ parallel: 1, waiting: 1 })
  const door = Promise.withResolvers<string>()
  const inside = pass(() => door.promise)
  const next = pass(async () => 'next')
  let began = false

  await expect(
    pass(async () => {
      began = true
    }),
  ).rejects.toThrow(SemaphoreFull)
  expect(began).toBe(false)

  door.resolve('inside')
  expect(await Promise.all([inside, next])).toEqual(['inside', 'next'])
  expect(await pass(async () => 'later')).toBe('later')
})

test('a gate where nobody may wait still lets in as many as fit', async () => {
  const pass = createFairSemaphore({ parallel: 2, waiting: 0 })
  const door = Promise.withResolvers<void>()
  const inside = [pass(() => door.promise), pass(() => door.promise)]

  await expect(pass(async () => {})).rejects.toThrow(SemaphoreFull)

  door.resolve()
  await Promise.all(inside)
  expect(await pass(async () => 'later')).toBe('later')
})

test('work that fails says so to its caller and frees its place', async () => {
  const pass = createFairSemaphore({ parallel: 1, waiting: 10 })
  const failing = [
    pass(() => Promise.reject(new Error('later'))),
    pass(() => {
      throw new Error('at once')
    }),
  ]
  const next = pass(async () => 'next')

  expect(await Promise.allSettled(failing)).toMatchObject([
    { reason: { message: 'later' } },
    { reason: { message: 'at once' } },
  ])
  expect(await next).toBe('next')
  expect(await pass(async () => 'later')).toBe('later')
})

/** A gate whose one place is taken until `open` is called, and the order in which the others begin. */
function arrangeQueue(waiting: number) {
  const pass = createFairSemaphore({ parallel: 1, waiting })
  const door = Promise.withResolvers<void>()
  const inside = pass(() => door.promise, 'inside')
  const begun: string[] = []
  const bring = (key: string, count = 1) =>
    Array.from({ length: count }, () => pass(async () => void begun.push(key), key))
  const open = async () => {
    door.resolve()
    await inside
  }
  return { bring, begun, open }
}

test('200 that one brought do not keep the one of another waiting behind them', async () => {
  const { bring, begun, open } = arrangeQueue(1000)
  const all = [...bring('much', 200), ...bring('little')]
  await open()
  await Promise.all(all)

  expect(begun).toHaveLength(201)
  expect(begun.indexOf('little')).toBe(1)
})

test('those who wait are let in by turns, each of them in the order they came', async () => {
  const { bring, begun, open } = arrangeQueue(1000)
  const all = [...bring('ann', 3), ...bring('bob', 2), ...bring('cyd')]
  await open()
  await Promise.all(all)

  expect(begun).toEqual(['ann', 'bob', 'cyd', 'ann', 'bob', 'ann'])
})

test('when too many wait, the last of the longest line is turned away and whoever brought little stays', async () => {
  const { bring, begun, open } = arrangeQueue(5)
  const much = bring('much', 5)
  const little = bring('little', 2)
  const turnedAway = Promise.allSettled(much.slice(3))
  await open()

  expect(await turnedAway).toMatchObject([{ reason: expect.any(SemaphoreFull) }, { reason: expect.any(SemaphoreFull) }])
  await Promise.all([...much.slice(0, 3), ...little])
  expect(begun).toEqual(['much', 'little', 'much', 'little', 'much'])
})

test('a line that was turned away as a whole leaves nothing behind', async () => {
  const pass = createFairSemaphore({ parallel: 1, waiting: 0 })
  const door = Promise.withResolvers<void>()
  const inside = pass(() => door.promise)
  for (const key of ['ann', 'bob', 'ann']) await expect(pass(async () => {}, key)).rejects.toThrow(SemaphoreFull)

  door.resolve()
  await inside
  expect(await pass(async () => 'later', 'ann')).toBe('later')
})
