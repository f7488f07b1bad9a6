import { expect, test } from 'vitest'
import type { EventRecord } from './activity-rows.ts'
import { notificationEmail } from './notification-email.ts'
import type { SentChoice } from './sent-choices.ts'

const event: EventRecord = {
  id: 'event',
  kind: 'comment',
  at: '2026-11-16T10:00:00.000Z',
  linkId: 'link',
  linkTitle: 'A Year Outside',
  linkExpiresAt: '2026-11-10T12:00:00.000Z',
  imageId: null,
  imageTitle: '',
  pictureId: null,
  commentId: null,
  choiceId: null,
  name: 'Grandma',
  text: '',
  isWaiting: false,
  isRead: false,
  count: undefined,
  act: undefined,
}
const comment = { imageId: 'image', commentId: 'comment', text: 'Our hill?' }
const chosen: SentChoice = { imageCount: 2, pictures: [], notes: [{ heading: 'Tree', quote: 'Large' }] }
const context = { choices: new Map<string, SentChoice>(), publicUrl: 'http://photos.test', timeZone: 'UTC' }
const one: SentChoice = { imageCount: 1, pictures: [], notes: [] }

const button = (label: string, path: string) => ({ button: { label, url: `http://photos.test${path}` } })
const viewFavorites = button('View favorites', '/links/link/choices')
const extend = button('Extend', '/links/edit/link#expiry')

test.each<[Partial<EventRecord>, SentChoice | undefined, subject: string, blocks: unknown[]]>([
  [
    { ...comment, imageTitle: 'The tree' },
    undefined,
    'Grandma commented on "The tree" in "A Year Outside"',
    [{ quote: 'Our hill?' }, button('View comment', '/images/image')],
  ],
  [
    { ...comment, name: '', isWaiting: true },
    undefined,
    'Someone commented on an image in "A Year Outside"',
    ["It's hidden until you approve it.", { quote: 'Our hill?' }, button('Review comment', '/activity')],
  ],
  [
    { kind: 'choice', choiceId: 'choice', text: 'We love them' },
    undefined,
    'Grandma sent favorites from "A Year Outside"',
    [{ quote: 'We love them' }, viewFavorites],
  ],
  [
    { kind: 'choice', choiceId: 'choice' },
    chosen,
    'Grandma sent 2 favorites',
    ['From "A Year Outside", with 1 note.', { items: chosen.notes }, viewFavorites],
  ],
  [{ kind: 'choice', choiceId: 'choice' }, one, 'Grandma sent 1 favorite', ['From "A Year Outside".', viewFavorites]],
  [
    { kind: 'request', text: 'Please' },
    undefined,
    'Grandma requested more time for "A Year Outside"',
    ['It expired on Nov 10, 2026. Its images are safe.', { quote: 'Please' }, extend],
  ],
  [
    { kind: 'request', linkExpiresAt: null },
    undefined,
    'Grandma requested more time for "A Year Outside"',
    ['Its images are safe.', extend],
  ],
  [
    { kind: 'request', choiceId: 'choice', text: 'One more', isWaiting: true },
    chosen,
    'Grandma asked to change their favorites from "A Year Outside"',
    [{ quote: 'One more' }, viewFavorites],
  ],
  [
    { kind: 'closing', name: '', text: '2026-11-18T12:00:00.000Z' },
    undefined,
    '"A Year Outside" expires on Nov 18, 2026',
    ["After Nov 18, 2026, 12:00 PM UTC, visitors can't open it.", extend],
  ],
])('an event with %j is emailed, with favorites %j, as "%s"', (change, favorites, subject, blocks) => {
  const choices = new Map(favorites ? [['choice', favorites]] : [])
  const email = notificationEmail([{ ...event, ...change }], 1, { ...context, choices })
  expect(email).toMatchObject({ subject, heading: subject, blocks })
})

test("dates are in the account's time zone", () => {
  const closing = { ...event, kind: 'closing', text: '2026-11-18T02:00:00.000Z' } as const
  const email = notificationEmail([closing], 1, { ...context, timeZone: 'America/New_York' })
  expect(email.subject).toBe('"A Year Outside" expires on Nov 17, 2026')
  expect(email.blocks[0]).toBe("After Nov 17, 2026, 9:00 PM EST, visitors can't open it.")
})

test('an email quotes only the first 300 characters', () => {
  const email = notificationEmail([{ ...event, ...comment, text: 'a'.repeat(301) }], 1, context)
  expect(email.blocks[0]).toEqual({ quote: `${'a'.repeat(300)}…` })
})

test('an email about several events lists them', () => {
  const events = [{ ...event, ...comment }, { ...event, kind: 'request' } as const]
  const email = notificationEmail(events, 3, context)
  expect(email.subject).toBe('3 updates from your galleries')
  expect(email.blocks[0]).toMatchObject({
    items: [
      { heading: 'Grandma commented on an image in "A Year Outside"', quote: 'Our hill?' },
      { heading: 'Grandma requested more time for "A Year Outside"' },
    ],
  })
})
