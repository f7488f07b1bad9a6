import { expect, test } from 'vitest'
import { autoScrollEveryMs, autoScrollStep } from './auto-scroll.ts'

// 750 pictures in two and in three columns are about this tall; the short ones must not creep either.
test.each([2000, 80_000, 110_000])('a picture is dragged across %i pixels in ten seconds', (pageHeight) => {
  const stepsInTenSeconds = 10_000 / autoScrollEveryMs
  expect(stepsInTenSeconds * autoScrollStep(pageHeight)).toBeGreaterThanOrEqual(pageHeight)
})
