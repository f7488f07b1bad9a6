import { expect, test } from 'vitest'
import { altOf, countEager, isFew, sizesOf } from './wall-layout.ts'

const landscape = { width: 1500, height: 1000 }
const portrait = { width: 1000, height: 1500 }
const panorama = { width: 9000, height: 1000 }
const many = (shape: { width: number; height: number }, count: number) => Array.from({ length: count }, () => shape)

test('a picture is called by its title, else by its place', () => {
  expect(altOf({ title: 'Dunes' }, 2, 13)).toBe('Dunes')
  expect(altOf({ title: '' }, 2, 13)).toBe('Image 3 of 13')
})

test.each([
  ['no more than there are', many(landscape, 2), 2],
  ['three landscapes', many(landscape, 20), 3],
  ['seven portraits', many(portrait, 20), 7],
  ['one panorama, however wide', many(panorama, 20), 1],
  ['none of none', [], 0],
])('the first row is fetched at once: %s', (_, images, count) => {
  expect(countEager(images)).toBe(count)
})

test('a picture among many says how wide it will be; one among few may fill the screen', () => {
  expect(sizesOf(landscape, false)).toBe('(min-width: 64rem) 527px, (min-width: 40rem) 399px, min(100vw, 236px)')
  expect(sizesOf(landscape, true)).toBe('100vw')
  expect([isFew(many(landscape, 3)), isFew(many(landscape, 4))]).toEqual([true, false])
})
