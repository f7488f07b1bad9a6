import { expect, test } from 'vitest'
import { autoScrollEveryMs, autoScrollStep } from './auto-scroll.ts'

// The heights of a short page and of 750 images in three and two columns.
test.each([2000, 80_000, 110_000])('dragging across %i pixels takes at most ten seconds', (pageHeight) => {
  const stepsInTenSeconds = 10_000 / autoScrollEveryMs
  expect(stepsInTenSeconds * autoScrollStep(pageHeight)).toBeGreaterThanOrEqual(pageHeight)
})
