import { expect, test } from 'vitest'
import type { LinkNews } from '#shared/links.ts'
import { nextStepOf } from './next-step.ts'

const now = Date.parse('2026-11-14T12:00:00.000Z')
const link = {
  _id: 'one',
  slug: 'dunes',
  imageCount: 3,
  views: 5,
  isPrivate: false,
  isExpired: false,
  expiresAt: null as string | null,
  uploadsWaiting: 0,
  news: undefined as LinkNews | undefined,
}
const stepOf = (changes: Partial<typeof link>) => nextStepOf({ ...link, ...changes }, now)

test('an open link with images and views has no next step', () => {
  expect(stepOf({})).toBeUndefined()
  expect(stepOf({ expiresAt: '2026-12-14T12:00:00.000Z' })).toBeUndefined()
})

test('the next step adds images to an empty link and shares a public link without views', () => {
  expect(stepOf({ imageCount: 0, views: 0 })).toMatchObject({ sentence: 'Add images', to: '/upload/one' })
  expect(stepOf({ views: 0 })).toMatchObject({ sentence: 'No views yet. Share it' })
  expect(stepOf({ views: 0, isPrivate: true })).toBeUndefined()
})

test('the next step extends a link that expires soon and reopens an expired one', () => {
  const closing = (expiresAt: string) => stepOf({ expiresAt })
  expect(closing('2026-11-16T13:00:00.000Z')).toMatchObject({
    sentence: 'Expires in 2 days. Extend',
    isWarning: true,
    to: '/links/edit/one#expiry',
  })
  expect(closing('2026-11-15T13:00:00.000Z')?.sentence).toBe('Expires in 1 day. Extend')
  expect(closing('2026-11-14T20:00:00.000Z')?.sentence).toMatch(/^Expires today, /)
  expect(stepOf({ isExpired: true, imageCount: 0, expiresAt: '2026-11-01T12:00:00.000Z' })).toMatchObject({
    sentence: 'Expired. Reopen',
    to: '/links/edit/one#expiry',
  })
})

test('new favorites come first, then new comments', () => {
  const anna = { name: 'Anna', count: 12 }
  const soon = '2026-11-15T13:00:00.000Z'
  expect(stepOf({ news: { comments: 2, favorites: [anna] }, isExpired: true })).toMatchObject({
    sentence: 'Anna sent 12 favorites',
    to: '/links/one/choices',
    reads: 'choice',
  })
  const favoritesBy = (...favorites: LinkNews['favorites']) => stepOf({ news: { comments: 0, favorites } })?.sentence
  expect(favoritesBy({ name: '', count: 1 })).toBe('Someone sent 1 favorite')
  expect(favoritesBy(anna, { name: 'Tom', count: 3 })).toBe('2 people sent favorites')
  const comments = { comments: 2, favorites: [] }
  expect(stepOf({ news: comments, expiresAt: soon })).toMatchObject({ sentence: '2 new comments', to: '/activity' })
})

test('images to approve come after favorites and before comments', () => {
  const step = { sentence: '23 photos to approve', to: '/links/one/guest-uploads' }
  expect(stepOf({ uploadsWaiting: 23, news: { comments: 2, favorites: [] } })).toMatchObject(step)
  expect(stepOf({ uploadsWaiting: 1 })?.sentence).toBe('1 photo to approve')
  const favorites = [{ name: 'Anna', count: 12 }]
  expect(stepOf({ uploadsWaiting: 23, news: { comments: 0, favorites } })?.reads).toBe('choice')
})

test('a link without a slug has no next step', () => {
  expect(stepOf({ slug: '', imageCount: 0 })).toBeUndefined()
})
