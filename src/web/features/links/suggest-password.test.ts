import { expect, test } from 'vitest'
import { suggestPassword, words } from './suggest-password.ts'

test('the list has exactly 256 distinct words', () => {
  expect([words.length, new Set(words).size]).toEqual([256, 256])
})

test('a suggestion has four words from the list and differs each time', () => {
  const suggested = suggestPassword()
  expect(suggested.split('-')).toHaveLength(4)
  expect(suggested.split('-').every((word) => words.includes(word))).toBe(true)
  expect(suggestPassword()).not.toBe(suggested)
})
