import { expect, test } from 'vitest'
import { followingOf } from './more-images.tsx'

const images = ['a', 'b', 'c', 'd'].map((_id) => ({ _id }))
const ids = (id: string, limit: number) => followingOf(images, id, limit).map(({ _id }) => _id)

test('the list starts with the next images and wraps around', () => {
  expect(ids('b', 2)).toEqual(['c', 'd'])
  expect(ids('c', 6)).toEqual(['d', 'a', 'b'])
})

test('the list is empty for a single image and starts at the beginning for an unknown one', () => {
  expect(followingOf([{ _id: 'a' }], 'a', 6)).toEqual([])
  expect(ids('gone', 2)).toEqual(['a', 'b'])
})
