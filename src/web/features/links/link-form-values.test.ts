import { describe, expect, test } from 'vitest'
import type { Link } from '#shared/links.ts'
import { ApiError } from '#web/lib/api.ts'
import { changesTo, emptyLink, linkForm, toFieldError, valuesOf } from './link-form-values.ts'

const link: Link = {
  _id: 'one',
  slug: 'a-year-outside',
  title: 'A Year Outside',
  description: 'Walks.',
  isPrivate: false,
  isListed: false,
  allowDownloads: true,
  cameraDetails: false,
  choosing: 'off',
  choiceLimit: null,
  comments: 'accounts',
  holdGuestComments: true,
  visitorsSee: 'all',
  revealAt: null,
  expiresAt: '2020-01-01T10:07:00.000Z',
  isExpired: true,
  views: 12,
  imageCount: 0,
  coverImage: null,
  images: [],
  createdAt: '2019-12-01T10:00:00.000Z',
  updatedAt: '2019-12-01T10:00:00.000Z',
  user: 'somebody',
  owner: { name: 'Ann' },
  opening: 'wall',
  branded: true,
  studio: null,
  shareUrl: 'https://photos.example/links/summer',
}

const mistakesIn = (change: object) => {
  const { error } = linkForm.safeParse({ ...emptyLink, title: 'Walks', ...change })
  return error?.issues.map(({ path, message }) => `${path}: ${message}`)
}

describe('the form', () => {
  test('rejects invalid values with a message for the field', () => {
    expect(mistakesIn({ title: ' ' })).toEqual(['title: Title is required'])
    expect(mistakesIn({ title: 'x'.repeat(101) })).toEqual(['title: Title cannot be more than 100 characters'])
    expect(mistakesIn({ description: 'x'.repeat(501) })).toEqual([
      'description: Description cannot be more than 500 characters',
    ])
    expect(mistakesIn({ expiresAt: 'unreadable' })).toEqual(['expiresAt: Date input not valid.'])
    expect(mistakesIn({ slug: 'no' })).toEqual(['slug: Custom link must be at least 3 characters'])
  })

  test('accepts the defaults and the values of an existing link', () => {
    expect(mistakesIn({})).toBeUndefined()
    expect(mistakesIn(valuesOf(link))).toBeUndefined()
  })

  test('makes new links unlisted, public and downloadable', () => {
    expect(emptyLink).toMatchObject({ isListed: false, isPrivate: false, allowDownloads: true })
  })
})

describe('changesTo', () => {
  const changed = (change: object) => changesTo(link, linkForm.parse({ ...valuesOf(link), ...change }))

  test('returns an empty object if nothing changed, even with a past date', () => {
    expect(changed({})).toEqual({})
  })

  test('returns only the changed fields', () => {
    expect(changed({ title: ' Two  Years ', isPrivate: true })).toEqual({ title: 'Two Years', isPrivate: true })
    expect(changed({ expiresAt: null })).toEqual({ expiresAt: null })
  })
})

describe('an error', () => {
  const refused = (code: 'SLUG_TAKEN' | 'PLAN_FEATURE' | 'FORBIDDEN', hasNewSlug: boolean) => {
    try {
      return toFieldError(hasNewSlug)(new ApiError(403, { code, message: 'No.' }))
    } catch (error) {
      return (error as ApiError).fields
    }
  }

  test('is assigned to its field, if it has one', () => {
    expect(refused('SLUG_TAKEN', true)).toEqual({ slug: 'No.' })
    expect(refused('PLAN_FEATURE', true)).toEqual({ slug: 'No.' })
    expect(refused('PLAN_FEATURE', false)).toEqual({ expiresAt: 'No.' })
    expect(refused('FORBIDDEN', true)).toEqual({})
  })
})
