// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPart } from '#test/support/render.ts'
import { TextField } from './text-field.tsx'
import { languageOf, UserText } from './user-text.tsx'

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
