import { setImmediate as aMoment } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('work under one key runs one after the other, in the order it came', async () => {
  const inTurn = createKeyedMutex()
  const happened: string[] = []

  const results = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      inTurn('key', async () => {
        happened.push(`${name} begins`)
        await aMoment()
        happened.push(`${name} ends`)
        return name
      }),
    ),
  )

  expect(happened).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(results).toEqual(['a', 'b', 'c'])
})

test('different keys do not wait for each other', async () => {
  const inTurn = createKeyedMutex()
  const door = Promise.withResolvers<void>()
  const waiting = inTurn('one', () => door.promise)

  expect(await inTurn('two', async () => 'done')).toBe('done')

  door.resolve()
  await waiting
})

test('an update that reads, thinks and writes loses nothing', async () => {
  const inTurn = createKeyedMutex()
  let count = 0

  await Promise.all(
    Array.from({ length: 100 }, () =>
      inTurn('count', async () => {
        const before = count
        await aMoment()
        count = before + 1
      }),
    ),
  )

  expect(count).toBe(100)
})

test('work that fails tells its own caller only, and the next has its turn', async () => {
  const inTurn = createKeyedMutex()
  const failing = [
    inTurn('key', () => Promise.reject(new Error('later'))),
    inTurn('key', () => {
      throw new Error('at once')
    }),
  ]
  const next = inTurn('key', async () => 'next')

  expect(await Promise.allSettled(failing)).toMatchObject([
    { reason: { message: 'later' } },
    { reason: { message: 'at once' } },
  ])
  expect(await next).toBe('next')
})

test('a key can be used again after its work has ended', async () => {
  const inTurn = createKeyedMutex()
  expect(await inTurn('key', async () => 1)).toBe(1)
  expect(await inTurn('key', async () => 2)).toBe(2)
})
