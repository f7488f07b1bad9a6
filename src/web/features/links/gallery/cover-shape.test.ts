import { expect, test } from 'vitest'
import { coverShapeOf, coverSizesOf } from './cover-shape.ts'

test.each([
  [6000, 4000, 'plain'],
  [1400, 800, 'plain'],
  [3024, 4032, 'upright'],
  [1080, 1080, 'upright'],
  [6000, 2000, 'broad'],
  [1399, 933, 'small'],
  [999, 1400, 'small'],
  [1200, 300, 'small'],
])('a cover of %i by %i pixels is %s', (width, height, shape) => {
  expect(coverShapeOf({ width, height })).toBe(shape)
})

test('sizes depend on the uncropped width, with at least the screen width on portrait screens', () => {
  expect(coverSizesOf({ width: 6000, height: 4000 })).toBe(
    '(max-aspect-ratio: 1/1) and (max-resolution: 1.9dppx) 110vw, (max-aspect-ratio: 1/1) 154vw, 100vw',
  )
  expect(coverSizesOf({ width: 3000, height: 4000 })).toBe(
    '(max-aspect-ratio: 1/1) and (max-resolution: 1.9dppx) 100vw, (max-aspect-ratio: 1/1) 100vw, 60vw',
  )
  expect(coverSizesOf({ width: 6000, height: 2000 })).toBe(
    '(max-aspect-ratio: 1/1) and (max-resolution: 1.9dppx) 110vw, (max-aspect-ratio: 1/1) 146vw, 100vw',
  )
})
