import { expect, test } from 'vitest'
import { labeledDays, niceMax, ticksOf } from './chart-scale.ts'

test.each([
  [0, 4],
  [3, 4],
  [5, 8],
  [150, 200],
  [201, 400],
  [1193, 2000],
])('for a highest value of %i, the axis ends at %i', (highest, max) => {
  expect(niceMax(highest)).toBe(max)
})

test('ticks are whole numbers from zero to the maximum', () => {
  expect(ticksOf(200)).toEqual([0, 50, 100, 150, 200])
  for (const highest of [1, 7, 23, 99, 1001, 54_321]) {
    expect(niceMax(highest)).toBeGreaterThanOrEqual(highest)
    expect(ticksOf(niceMax(highest)).every(Number.isInteger)).toBe(true)
  }
})

test('wider charts label more days', () => {
  expect(labeledDays(30, 1200)).toEqual([0, 3, 6, 9, 12, 15, 18, 21, 24, 27])
  expect(labeledDays(30, 300)).toEqual([0, 15])
  expect(labeledDays(7, 1200)).toEqual([0, 1, 2, 3, 4, 5, 6])
})
