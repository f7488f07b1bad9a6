import { expect, test } from 'vitest'
import type { ActivityEvent } from '#shared/activity.ts'
import { dayHeading, describeEvent } from './event-text.ts'

const event: ActivityEvent = {
  _id: 'e',
  kind: 'comment',
  at: '2026-11-16T10:00:00.000Z',
  link: { _id: 'l', title: 'A Year Outside' },
  imageId: 'i',
  commentId: 'c',
  choiceId: null,
  name: 'Grandma',
  text: 'Our hill?',
  isWaiting: true,
  isRead: false,
  picture: { title: 'The tree', thumbnailUrl: '/t.webp' },
}

test.each([
  [{}, 'Grandma commented on "The tree"'],
  [{ picture: null }, 'Grandma commented on an image in "A Year Outside"'],
  [{ kind: 'request' }, 'Grandma requested more time for "A Year Outside"'],
  [{ kind: 'request', choiceId: 'x' }, 'Grandma asked to change their favorites from "A Year Outside"'],
  [{ kind: 'closing', text: '2026-11-18T12:00:00.000Z' }, 'A Year Outside expires on Nov 18, 2026'],
  [{ kind: 'team', act: 'joined' }, 'Grandma joined to work on "A Year Outside"'],
  [{ kind: 'team', act: 'left', link: null }, 'Grandma no longer works on your links'],
  [{ kind: 'opened', name: '' }, 'Someone opened "A Year Outside" for the first time'],
  [{ kind: 'choice', choiceId: 'x' }, 'Grandma sent favorites from "A Year Outside"'],
  [
    { kind: 'guessing', name: '' },
    'Someone is trying to guess the password for "A Year Outside". If it\'s easy to guess, change it.',
  ],
] as [Partial<ActivityEvent>, string][])('an event with %j is shown as %j', (change, sentence) => {
  expect(describeEvent({ ...event, ...change }).sentence.join(' ')).toBe(sentence)
})

test('a day heading is Today, Yesterday or a date', () => {
  const now = new Date('2026-11-16T12:00:00.000Z')
  expect(dayHeading('2026-11-16T11:00:00.000Z', now)).toBe('Today')
  expect(dayHeading('2026-11-15T11:00:00.000Z', now)).toBe('Yesterday')
  expect(dayHeading('2026-11-12T11:00:00.000Z', now)).toBe('Nov 12, 2026')
})
