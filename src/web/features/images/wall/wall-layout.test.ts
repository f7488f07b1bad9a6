import { expect, test } from 'vitest'
import { altOf, countEager, isFew, sizesOf, wholeRowsOf } from './wall-layout.ts'

const landscape = { width: 1500, height: 1000 }
const portrait = { width: 1000, height: 1500 }
const panorama = { width: 9000, height: 1000 }
const many = (shape: { width: number; height: number }, count: number) => Array.from({ length: count }, () => shape)

test('the alt text is the title, or the position if there is no title', () => {
  expect(altOf({ title: 'Dunes' }, 2, 13)).toBe('Dunes')
  expect(altOf({ title: '' }, 2, 13)).toBe('Photo 3 of 13')
})

test.each([
  ['fewer images than fit', many(landscape, 2), 2],
  ['three landscapes', many(landscape, 20), 3],
  ['eight portraits', many(portrait, 20), 8],
  ['at least one panorama', many(panorama, 20), 1],
  ['an empty gallery', [], 0],
])('the first row loads eagerly (%s)', (_, images, count) => {
  expect(countEager(images)).toBe(count)
})

test.each([
  ['three rows of two landscapes', many(landscape, 6), 6],
  ['a landscape that would be alone in the third row', many(landscape, 5), 4],
  ['less than one row', many(landscape, 1), 1],
  ['portraits, of which five fill a row', many(portrait, 6), 5],
  ['a panorama that fills the last row', [...many(landscape, 2), panorama], 3],
  ['no images', [], 0],
])('a narrow wall ends with a full row (%s)', (_, images, count) => {
  expect(wholeRowsOf(images)).toHaveLength(count)
})

test('sizes match the number of photos in a row, or the screen width if there are only a few images', () => {
  expect(sizesOf(landscape, false)).toBe(
    '(min-width: 2280px) 20vw, (min-width: 1520px) 25vw, (min-width: 608px) 34vw, 50vw',
  )
  expect(sizesOf(panorama, false)).toMatch(/100vw$/)
  expect(sizesOf(landscape, true)).toBe('100vw')
  expect([isFew(many(landscape, 3)), isFew(many(landscape, 4))]).toEqual([true, false])
})
