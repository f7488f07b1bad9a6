import { expect, test } from 'vitest'
import { followingOf } from './more-images.tsx'

const images = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const ids = (id: string, wanted: number) => followingOf(images, id, wanted).map(({ _id }) => _id)

test('the next ones in the gallery come first, then it starts over', () => {
  expect(ids('b', 2)).toEqual(['c', 'd'])
  expect(ids('c', 6)).toEqual(['d', 'a', 'b'])
})

test('an image alone has none, and one that is not among them has all', () => {
  expect(followingOf([{ _id: 'a' }], 'a', 6)).toEqual([])
  expect(ids('gone', 2)).toEqual(['a', 'b'])
})
