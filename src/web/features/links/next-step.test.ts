import { expect, test } from 'vitest'
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
  newComments: 0,
}
const stepOf = (changes: Partial<typeof link>) => nextStepOf({ ...link, ...changes }, now)

test('a link that is open, filled and seen asks for nothing', () => {
  expect(stepOf({})).toBeUndefined()
  expect(stepOf({ expiresAt: '2026-12-14T12:00:00.000Z' })).toBeUndefined()
})

test('an empty link asks for pictures, one that nobody has opened to be shared', () => {
  expect(stepOf({ imageCount: 0, views: 0 })).toMatchObject({ sentence: 'Add pictures', to: '/upload/one' })
  expect(stepOf({ views: 0 })).toMatchObject({ sentence: 'Not opened yet. Share it' })
  // A private link is seen by nobody else.
  expect(stepOf({ views: 0, isPrivate: true })).toBeUndefined()
})

test('a link that closes soon says when, one that has closed can be opened again', () => {
  const closing = (expiresAt: string) => stepOf({ expiresAt })
  expect(closing('2026-11-16T13:00:00.000Z')).toMatchObject({
    sentence: 'Closes in 2 days. Choose a new date',
    isWarning: true,
    to: '/links/edit/one#expiry',
  })
  expect(closing('2026-11-15T13:00:00.000Z')?.sentence).toBe('Closes in a day. Choose a new date')
  expect(closing('2026-11-14T20:00:00.000Z')?.sentence).toMatch(/^Closes today, /)
  expect(stepOf({ isExpired: true, imageCount: 0, expiresAt: '2026-11-01T12:00:00.000Z' })).toMatchObject({
    sentence: 'Closed. Open it again',
    to: '/links/edit/one#expiry',
  })
})

test('comments that were not read come before sharing, and after a link that closes', () => {
  expect(stepOf({ newComments: 2, views: 0 })).toMatchObject({ sentence: '2 new comments', to: '/activity' })
  expect(stepOf({ newComments: 1, expiresAt: '2026-11-15T13:00:00.000Z' })?.isWarning).toBe(true)
})

test('a link without id or slug leads nowhere', () => {
  expect(stepOf({ slug: '', imageCount: 0 })).toBeUndefined()
})
