import { expect, test } from 'vitest'
import { createBatchedRead } from './batched-read.ts'

function arrange() {
  const readings: string[][] = []
  const read = createBatchedRead(async (keys) => {
    readings.push([...keys])
    if (keys.includes('broken')) throw new Error('The database is gone')
    return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `value of ${key}`]))
  })
  return { readings, read }
}

test('reads in one event-loop turn are batched, and each caller gets its own value', async () => {
  const { read, readings } = arrange()
  expect(await Promise.all(['a', 'b', 'missing'].map(read))).toEqual(['value of a', 'value of b', undefined])
  expect(readings).toEqual([['a', 'b', 'missing']])
})

test('a call after the read has started joins another batch', async () => {
  const { read, readings } = arrange()
  await read('a')
  await read('a')
  expect(readings).toEqual([['a'], ['a']])
})

test('a batch has at most a hundred keys', async () => {
  const { read, readings } = arrange()
  const keys = Array.from({ length: 250 }, (_, number) => String(number))
  expect(await Promise.all(keys.map(read))).toEqual(keys.map((key) => `value of ${key}`))
  expect(readings.map((each) => each.length)).toEqual([100, 100, 50])
})

test('a failed batch rejects all its callers, and the next batch still runs', async () => {
  const { read } = arrange()
  const both = await Promise.allSettled([read('a'), read('broken')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await read('a')).toBe('value of a')
})
