import { describe, expect, test, vi } from 'vitest'
import { chain, LazyPromise, rescue } from './lazy-promise.ts'

const lazily = <Value>(value: Value) => new LazyPromise(async () => value)
const failing = () =>
  new LazyPromise<string>(async () => {
    throw new Error('no database')
  })

test('the work starts when the promise is awaited, and only once', async () => {
  const start = vi.fn(async () => 'read')
  const lazy = new LazyPromise(start)
  expect(start).not.toHaveBeenCalled()
  expect([await lazy, await lazy]).toEqual(['read', 'read'])
  expect(start).toHaveBeenCalledOnce()
})

describe('chain', () => {
  const twice = (text: string) => text + text

  test('returns the next value right away if the first one is ready', () => {
    expect(chain('a', twice)).toBe('aa')
  })

  test("doesn't start a lazy value", async () => {
    const next = vi.fn(twice)
    const chained = chain(lazily('a'), next)
    expect(next).not.toHaveBeenCalled()
    expect(await chained).toBe('aa')
  })

  test('waits for each lazy value in turn', async () => {
    expect(await chain(lazily('a'), (text) => chain(lazily('b'), (more) => lazily(text + more)))).toBe('ab')
    expect(chain('a', () => lazily('b'))).toBeInstanceOf(LazyPromise)
  })

  test('passes on errors of the first value and of the next one', async () => {
    await expect(chain(failing(), twice)).rejects.toThrow('no database')
    await expect(chain(lazily('a'), () => failing())).rejects.toThrow('no database')
  })
})

describe('rescue', () => {
  const sorry = (error: unknown) => `sorry: ${(error as Error).message}`

  test('returns a ready value, or a lazy one that it awaits', async () => {
    expect(rescue(() => 'a', sorry)).toBe('a')
    expect(await rescue(() => lazily('a'), sorry)).toBe('a')
  })

  test('handles errors that are thrown right away and those that come later', async () => {
    const fail = () => {
      throw new Error('closed')
    }
    expect(rescue(fail, sorry)).toBe('sorry: closed')
    expect(await rescue(failing, sorry)).toBe('sorry: no database')
  })
})
