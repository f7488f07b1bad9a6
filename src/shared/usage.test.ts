import { expect, test } from 'vitest'
import { usageLevel, usagePercent } from './usage.ts'

test.each([
  [0, 2, 0, 'low'],
  [29, 50, 58, 'low'],
  [30, 50, 60, 'medium'],
  [39, 50, 78, 'medium'],
  [40, 50, 80, 'high'],
  [749, 750, 99, 'high'],
  [50, 50, 100, 'full'],
  [60, 50, 120, 'full'],
  [0, 0, 100, 'full'],
] as const)('%i of %i is %i percent and %s', (used, limit, percent, level) => {
  expect(usagePercent(used, limit)).toBe(percent)
  expect(usageLevel(used, limit)).toBe(level)
})
