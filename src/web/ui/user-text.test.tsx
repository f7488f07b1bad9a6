// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { TextField } from './text-field.tsx'
import { directionOf, languageOf, UserText } from './user-text.tsx'

test.each([
  ['Die große Fahrt', 'de'],
  ['Schönheit der Berge', 'de'],
  ['Наше лето', 'ru'],
  ['Το καλοκαίρι', 'el'],
  ['A Year Outside', undefined],
  ['Donaudampfschifffahrtsgesellschaft', undefined],
  ['Göteborg', undefined],
])('the language of %s is %s', (text, language) => {
  expect(languageOf(text)).toBe(language)
})

test.each([
  ['A Year Outside', 'ltr'],
  ['2026: رحلة إلى الصحراء', 'rtl'],
  ['שנה בחוץ, Tel Aviv', 'rtl'],
  ['Tel Aviv, שנה בחוץ', 'ltr'],
  ['2026', 'ltr'],
])('the direction of %s is %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction)
})

test('long German compounds can wrap between their words, with a hyphen', () => {
  renderPart(<UserText as="p" text="Zeitschriften, Freundschaftsbeziehungen, Hochzeitsfeierlichkeiten" />)
  const wrapped = 'Zeitschriften, Freundschafts\u00ADbeziehungen, Hochzeits\u00ADfeierlichkeiten'
  expect(screen.getByText(/^Zeit/).textContent).toBe(wrapped)
})

test('text has dir=auto and is hyphenated only if its language is recognized', () => {
  renderPart(
    <>
      <UserText as="p" text="Die große Donaudampfschifffahrtsgesellschaft" />
      <UserText as="p" text="Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" />
      <UserText as="p" text="שנה בחוץ" />
      <TextField label="Title" />
    </>,
  )
  const german = screen.getByText(/^Die/)
  const other = screen.getByText(/^Llan/)
  expect([german.lang, german.classList.contains('hyphenated')]).toEqual(['de', true])
  expect([other.hasAttribute('lang'), other.classList.contains('hyphenated')]).toEqual([false, false])
  for (const element of [german, other, screen.getByText(/^שנה/), screen.getByLabelText('Title')])
    expect(element.dir).toBe('auto')
})
