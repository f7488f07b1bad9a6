import { expect, test } from 'vitest'
import { suggestPassword, words } from './suggest-password.ts'

test('each of the 256 words is as likely as any other: they differ, and a byte names one', () => {
  expect([words.length, new Set(words).size]).toEqual([256, 256])
})

test('a suggested password is four of them, another each time', () => {
  const suggested = suggestPassword()
  expect(suggested.split('-')).toHaveLength(4)
  expect(suggested.split('-').every((word) => words.includes(word))).toBe(true)
  expect(suggestPassword()).not.toBe(suggested)
})
