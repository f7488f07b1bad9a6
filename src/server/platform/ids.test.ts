import { expect, test } from 'vitest'
import { newLink } from '#shared/link-forms.ts'
import { newId, newSlug } from './ids.ts'

test('IDs are unique and have 22 URL-safe characters', () => {
  const ids = Array.from({ length: 1000 }, newId)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
  expect(new Set(ids).size).toBe(1000)
})

test('slugs are unique and have 26 lowercase characters without look-alikes', () => {
  const slugs = Array.from({ length: 1000 }, newSlug)
  for (const slug of slugs) expect(slug).toMatch(/^[0-9a-hjkmnp-tv-z]{26}$/)
  expect(new Set(slugs).size).toBe(1000)
})

test('every position of a slug uses the whole alphabet', () => {
  const slugs = Array.from({ length: 2000 }, newSlug)
  for (let place = 0; place < 26; place++) {
    expect(new Set(slugs.map((slug) => slug[place])).size).toBe(32)
  }
})

test('generated slugs follow the rules for custom slugs', () => {
  const slug = newSlug()
  expect(newLink.parse({ title: 'Summer', slug }).slug).toBe(slug)
})
