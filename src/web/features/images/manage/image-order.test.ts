import { expect, test } from 'vitest'
import type { Image } from '#shared/images.ts'
import { imageName, presentSort, rearranged, sortedIds } from './image-order.ts'

const image = (id: string, fileName: string, takenAt: string | null, createdAt: string, title = '') =>
  ({ _id: id, fileName, takenAt, createdAt, title }) as Image

const images = [
  image('a', 'IMG_10.jpg', '2026-05-03', '2026-07-01T00:00:03'),
  image('b', 'IMG_9.jpg', null, '2026-07-01T00:00:01'),
  image('c', 'x.jpg', '2026-05-01', '2026-07-01T00:00:02', 'Anemones'),
  image('d', 'IMG_8.jpg', null, '2026-07-01T00:00:00'),
]

test('sorting by date taken puts undated images last, by upload date', () => {
  expect(sortedIds(images, 'taken')).toEqual(['c', 'a', 'd', 'b'])
})

test('sorting by name uses the displayed name and natural order', () => {
  expect(images.map(imageName)).toEqual(['IMG_10.jpg', 'IMG_9.jpg', 'Anemones', 'IMG_8.jpg'])
  expect(sortedIds(images, 'name')).toEqual(['c', 'd', 'b', 'a'])
})

test('images can be sorted by upload date', () => {
  expect(sortedIds(images, 'upload')).toEqual(['d', 'b', 'c', 'a'])
})

test('the current sort is detected unless the order is custom', () => {
  const inOrder = (ids: string[]) => presentSort(ids.flatMap((id) => images.filter(({ _id }) => _id === id)))
  expect(inOrder(['d', 'b', 'c', 'a'])).toBe('upload')
  expect(inOrder(['c', 'd', 'b', 'a'])).toBe('name')
  expect(inOrder(['a', 'b', 'c', 'd'])).toBeUndefined()
})

test('images sorted by file name still count as sorted after one gets a title', () => {
  const byFile = ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg'].map((name, index) =>
    image(name, name, null, `2026-07-01T00:00:0${3 - index}`, index === 0 ? 'Zebra' : ''),
  )
  expect(presentSort(byFile)).toBe('name')
})

test('the listed IDs are reordered and the others keep their positions', () => {
  expect(rearranged(['a', 'x', 'b', 'c', 'y'], ['c', 'a', 'b'])).toEqual(['c', 'x', 'a', 'b', 'y'])
})
