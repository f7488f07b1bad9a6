import { setImmediate as aMoment } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

test('work with the same key runs one at a time, in order of arrival', async () => {
  const runExclusive = createKeyedMutex()
  const happened: string[] = []

  const results = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      runExclusive('key', async () => {
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

test('different keys run in parallel', async () => {
  const runExclusive = createKeyedMutex()
  const holding = Promise.withResolvers<void>()
  const holder = runExclusive('one', () => holding.promise)

  expect(await runExclusive('two', async () => 'done')).toBe('done')

  holding.resolve()
  await holder
})

test("read-modify-write updates aren't lost", async () => {
  const runExclusive = createKeyedMutex()
  let count = 0

  await Promise.all(
    Array.from({ length: 100 }, () =>
      runExclusive('count', async () => {
        const before = count
        await aMoment()
        count = before + 1
      }),
    ),
  )

  expect(count).toBe(100)
})

test('failing work rejects only its own caller, and the next call still runs', async () => {
  const runExclusive = createKeyedMutex()
  const failing = [
    runExclusive('key', () => Promise.reject(new Error('later'))),
    runExclusive('key', () => {
      throw new Error('immediately')
    }),
  ]
  const next = runExclusive('key', async () => 'next')

  expect(await Promise.allSettled(failing)).toMatchObject([
    { reason: { message: 'later' } },
    { reason: { message: 'immediately' } },
  ])
  expect(await next).toBe('next')
})

test('a key can be reused after its work has ended', async () => {
  const runExclusive = createKeyedMutex()
  expect(await runExclusive('key', async () => 1)).toBe(1)
  expect(await runExclusive('key', async () => 2)).toBe(2)
})
