import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKept } from './kept.ts'

const keptText = (maxSize: number) => createKept<string>({ maxSize, sizeOf: (text) => text.length })

test('gives back what it was given, under its own key', () => {
  const kept = keptText(100)
  kept.set('a', 'apple')
  kept.set('b', 'banana')
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual(['apple', 'banana', undefined])
  expect(kept.size).toBe(11)
})

test('a new value takes the place of the old, in size too', () => {
  const kept = keptText(10)
  kept.set('a', 'xxxxxxxx')
  kept.set('a', 'yy')
  kept.set('b', 'zzzzzzzz')
  expect([kept.get('a'), kept.get('b'), kept.size]).toEqual(['yy', 'zzzzzzzz', 10])
})

test('what was not asked for the longest goes first', () => {
  const kept = keptText(3)
  for (const key of ['a', 'b', 'c']) kept.set(key, key)
  kept.get('a')
  kept.set('d', 'd')
  expect(['a', 'b', 'c', 'd'].map((key) => kept.get(key))).toEqual(['a', undefined, 'c', 'd'])
})

test('a large value pushes out as many as it needs', () => {
  const kept = keptText(5)
  for (const key of ['a', 'b', 'c', 'd']) kept.set(key, key)
  kept.set('large', 'xxx')
  expect(['a', 'b', 'c', 'd', 'large'].map((key) => kept.get(key))).toEqual([undefined, undefined, 'c', 'd', 'xxx'])
})

test('what is larger than the whole bound is not kept, and the size stays right', () => {
  const kept = keptText(5)
  kept.set('a', 'a')
  kept.set('b', 'much too large')
  expect([kept.get('b'), kept.size]).toEqual([undefined, 0])
  kept.set('c', 'ccccc')
  expect([kept.get('c'), kept.size]).toEqual(['ccccc', 5])
})

test('dropping forgets, and may be done twice', () => {
  const kept = keptText(10)
  kept.set('a', 'apple')
  kept.drop('a')
  kept.drop('a')
  kept.drop('never')
  expect([kept.get('a'), kept.size]).toEqual([undefined, 0])
})

test('whatever happens, it holds the most recently used that fit, and says their size', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.oneof(
    fc.record({ act: fc.constant('set' as const), key, value: fc.string({ maxLength: 6 }) }),
    fc.record({ act: fc.constantFrom('get' as const, 'drop' as const), key, value: fc.constant('') }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const kept = keptText(10)
      // The same by the book: a list, the most recently used last.
      let model: { key: string; value: string }[] = []
      for (const { act, key, value } of steps) {
        const found = model.find((entry) => entry.key === key)
        if (act === 'get') expect(kept.get(key)).toBe(found?.value)
        if (act === 'set') kept.set(key, value)
        if (act === 'drop') kept.drop(key)
        model = model.filter((entry) => entry !== found)
        if (act === 'set') model.push({ key, value })
        if (act === 'get' && found) model.push(found)
        while (model.reduce((size, entry) => size + entry.value.length, 0) > 10) model.shift()
        expect(kept.size).toBe(model.reduce((size, entry) => size + entry.value.length, 0))
      }
    }),
  )
})
