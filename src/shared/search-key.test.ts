import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchKey, sortKey } from './search-key.ts'

test.each([
  ['Summer', 'summer'],
  ['Été à la mer', 'ete a la mer'],
  ['E\u0301te\u0301', 'ete'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['İstanbul', 'istanbul'],
  ['Tiếng Việt', 'tieng viet'],
  ['ﬁnal ①', 'final 1'],
  ['Ｆｕｌｌ', 'full'],
  ['  two \t\n words\u00a0here ', 'two words here'],
  ['100%_\\', '100%_\\'],
  ['写真 🌅', '写真 🌅'],
  ['', ''],
  [' \u0301 ', ''],
])('the search key of %j is %j', (text, key) => {
  expect(searchKey(text)).toBe(key)
})

test('composed and decomposed spellings have the same key', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(searchKey(text.normalize('NFC'))).toBe(searchKey(text.normalize('NFD')))
    }),
  )
})

test('search keys are idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(searchKey(searchKey(text))).toBe(searchKey(text))
    }),
  )
})

test('a prefix is found in longer words, in Latin and Greek script', () => {
  // The Greek sigma has a different form at the end of a word, which must not prevent the match.
  expect(searchKey('ΣΟΦΟΣΑΚΙ')).toContain(searchKey('ΣΟΦΟΣ'))
  expect(searchKey('Sommerfest')).toContain(searchKey('SOMMER'))
})

test('numbers sort by value, ignoring leading zeros, and before letters', () => {
  const titles = [
    '',
    '1 apple',
    '007',
    '9 lives',
    '10 years',
    '2026-9',
    '2026-11',
    'apple',
    'Apple 9',
    'apple 10',
    'apple pie',
  ]
  expect(titles.toReversed().sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1))).toEqual(titles)
  expect(sortKey('Été 007')).toBe(sortKey('ete 7'))
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      expect(sortKey(`a ${one}`) < sortKey(`a ${other}`)).toBe(one < other)
    }),
  )
})
