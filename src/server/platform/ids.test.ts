import { expect, test } from 'vitest'
import { newLink } from '#shared/link-forms.ts'
import { newId, newSlug } from './ids.ts'

test('ids are 22 characters that fit into an address, and no two are alike', () => {
  const ids = Array.from({ length: 1000 }, newId)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
  expect(new Set(ids).size).toBe(1000)
})

test('slugs are 26 characters in lower case without look-alikes, and no two are alike', () => {
  const slugs = Array.from({ length: 1000 }, newSlug)
  for (const slug of slugs) expect(slug).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  expect(new Set(slugs).size).toBe(1000)
})

test('every character of the alphabet is used at every place', () => {
  const slugs = Array.from({ length: 2000 }, newSlug)
  for (let place = 0; place < 26; place++) {
    expect(new Set(slugs.map((slug) => slug[place])).size).toBe(32)
  }
})

test('a slug of our own keeps the rules for slugs that people choose', () => {
  const slug = newSlug()
  expect(newLink.parse({ title: 'Summer', slug }).slug).toBe(slug)
})
