import { expect, test } from 'vitest'
import { followingOf } from './more-images.tsx'

const images = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const ids = (id: string, limit: number) => followingOf(images, id, limit).map(({ _id }) => _id)

test('starts with the next images and wraps around', () => {
  expect(ids('b', 2)).toEqual(['c', 'd'])
  expect(ids('c', 6)).toEqual(['d', 'a', 'b'])
})

test('returns nothing for a single image, and starts at the beginning for an unknown one', () => {
  expect(followingOf([{ _id: 'a' }], 'a', 6)).toEqual([])
  expect(ids('gone', 2)).toEqual(['a', 'b'])
})
