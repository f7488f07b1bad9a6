import { expect, test } from 'vitest'
import { streamJson } from './json-stream.ts'

async function* each<T>(items: T[]) {
  yield* items
}

async function piecesOf(value: unknown) {
  const pieces: string[] = []
  for await (const piece of streamJson(value)) pieces.push(piece)
  return pieces
}

test.each([
  ['a plain value', { a: [1, 'two', null], b: { c: true } }, { a: [1, 'two', null], b: { c: true } }],
  ['an empty stream', each([]), []],
  ['a stream of items', each([{ a: 1 }, 'two', null]), [{ a: 1 }, 'two', null]],
  [
    'an object with nested streams',
    { name: 'Ann "A"', links: each([{ id: 1, images: each([{ id: 2, comments: each([]) }, { id: 3 }]) }]), end: 0 },
    { name: 'Ann "A"', links: [{ id: 1, images: [{ id: 2, comments: [] }, { id: 3 }] }], end: 0 },
  ],
])('%s becomes the expected JSON', async (_what, streamed, value) => {
  expect(JSON.parse((await piecesOf(streamed)).join(''))).toEqual(value)
})

test('many items are joined into a few chunks of limited length', async () => {
  const pieces = await piecesOf(each(Array.from({ length: 10_000 }, () => 'x'.repeat(100))))
  expect(pieces.length).toBeLessThan(20)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000)
})
