import { expect, test } from 'vitest'
import { createBatchedSingleFlight } from './batched-single-flight.ts'

/** Rounds that end when the test says so. */
function createSlowRounds() {
  const begun: { key: string; questions: number[]; end: (answer: string) => void; fail: () => void }[] = []
  const join = createBatchedSingleFlight<number, string>((key, questions) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    begun.push({ key, questions, end: resolve, fail: () => reject(new Error('no')) })
    return promise
  })
  return { begun, join }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('whoever comes meanwhile is answered by the next round, together', async () => {
  const { begun, join } = createSlowRounds()
  const first = join('a', 1)
  await settled()
  const others = [join('a', 2), join('a', 3)]
  await settled()
  expect(begun.map(({ questions }) => questions)).toEqual([[1]])

  begun[0]?.end('one')
  expect(await first).toBe('one')
  await settled()
  expect(begun.map(({ questions }) => questions)).toEqual([[1], [2, 3]])
  begun[1]?.end('two')
  expect(await Promise.all(others)).toEqual(['two', 'two'])

  void join('a', 4)
  await settled()
  expect(begun).toHaveLength(3)
})

test('different keys do not wait for each other', async () => {
  const { begun, join } = createSlowRounds()
  void join('a', 1)
  void join('b', 2)
  await settled()
  expect(begun.map(({ key }) => key)).toEqual(['a', 'b'])
})

test('a round that fails is told to its own, and the next begins all the same', async () => {
  const { begun, join } = createSlowRounds()
  const first = join('a', 1)
  await settled()
  const second = join('a', 2)
  begun[0]?.fail()
  await expect(first).rejects.toThrow('no')
  await settled()
  begun[1]?.end('two')
  expect(await second).toBe('two')
})
