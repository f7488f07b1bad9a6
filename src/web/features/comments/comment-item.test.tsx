import { expect, test } from 'vitest'
import { initialsOf } from './comment-item.tsx'

test.each([
  ['Mara Lind', 'ML'],
  ['ada king noel lovelace', 'AL'],
  ['Cher', 'C'],
  ['😀 Smile', '😀S'],
  ['', ''],
])('%j is %j in short', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
