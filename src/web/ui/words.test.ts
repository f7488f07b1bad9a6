import { expect, test } from 'vitest'
import { languageOf } from './words.tsx'

test.each([
  ['Die große Fahrt', 'de'],
  ['Schönheit der Berge', 'de'],
  ['Наше лето', 'ru'],
  ['Το καλοκαίρι', 'el'],
  ['A Year Outside', undefined],
  ['Donaudampfschifffahrtsgesellschaft', undefined],
  ['Göteborg', undefined],
])('the letters of %s give %s away', (text, language) => {
  expect(languageOf(text)).toBe(language)
})
