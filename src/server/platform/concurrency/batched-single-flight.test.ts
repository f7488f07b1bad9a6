import { setImmediate as aMoment } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchedSingleFlight } from './batched-single-flight.ts'

function createSlowRuns() {
  const begun: { key: string; inputs: number[]; end: (result: string) => void; fail: () => void }[] = []
  const join = createBatchedSingleFlight<number, string>((key, inputs) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ key, inputs, end: resolve, fail: () => reject(new Error('no')) })
    return promise
  })
  return { begun, join }
}

test('calls during a run share the next run', async () => {
  const { begun, join } = createSlowRuns()
  const first = join('a', 1)
  await aMoment()
  const others = [join('a', 2), join('a', 3)]
  await aMoment()
  expect(begun.map(({ inputs }) => inputs)).toEqual([[1]])

  begun[0]?.end('one')
  expect(await first).toBe('one')
  await aMoment()
  expect(begun.map(({ inputs }) => inputs)).toEqual([[1], [2, 3]])
  begun[1]?.end('two')
  expect(await Promise.all(others)).toEqual(['two', 'two'])

  void join('a', 4)
  await aMoment()
  expect(begun).toHaveLength(3)
})

test('different keys run in parallel', async () => {
  const { begun, join } = createSlowRuns()
  void join('a', 1)
  void join('b', 2)
  await aMoment()
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a failed run rejects only its own calls, and the next run still starts', async () => {
  const { begun, join } = createSlowRuns()
  const first = join('a', 1)
  await aMoment()
  const second = join('a', 2)
  begun[0]?.fail()
  await expect(first).rejects.toThrow('no')
  await aMoment()
  begun[1]?.end('two')
  expect(await second).toBe('two')
})
