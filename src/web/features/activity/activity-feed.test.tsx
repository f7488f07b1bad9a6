// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ActivityEvent } from '#shared/activity.ts'
import { renderPart } from '#test/support/render.ts'
import { ActivityFeed } from './activity-feed.tsx'

afterEach(() => vi.unstubAllGlobals())

const anEvent = (fields: Partial<ActivityEvent>): ActivityEvent => ({
  _id: 'event',
  kind: 'comment',
  at: new Date().toISOString(),
  link: { _id: 'link', title: 'A Year Outside' },
  imageId: 'image',
  commentId: 'comment',
  choiceId: null,
  name: 'Grandma',
  text: 'Is this our hill?',
  isWaiting: false,
  isRead: true,
  picture: null,
  ...fields,
})

/** Stubs a server with these events. Returns a list that collects every request except GETs. */
function serve(events: ActivityEvent[]) {
  const calls: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET') calls.push(`${method} ${url}`)
    const data = method === 'GET' ? events : {}
    return Response.json({ success: true, data, unread: events.filter(({ isRead }) => !isRead).length })
  })
  return calls
}

test('pending comments can be filtered and approved', async () => {
  const waiting = anEvent({ _id: 'one', isWaiting: true, isRead: false })
  const calls = serve([waiting, anEvent({ _id: 'two', name: 'Tom', text: 'For the sofa', commentId: 'other' })])
  renderPart(<ActivityFeed />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  fireEvent.click(screen.getByRole('radio', { name: 'Needs attention (1)' }))
  const row = screen.getByRole('listitem')
  expect(row.textContent).toContain('Grandma commented on an image in "A Year Outside"')
  fireEvent.click(within(row).getByRole('button', { name: 'Approve' }))
  await vi.waitFor(() => expect(calls).toEqual(['POST /api/comments/comment/approve']))
})

async function rowOf(event: ActivityEvent) {
  serve([event])
  renderPart(<ActivityFeed />)
  return within(await screen.findByRole('region', { name: 'Today' })).getByRole('listitem')
}

const none = { imageId: null, commentId: null }
const request = { kind: 'request', ...none } as const

test.each<[Partial<ActivityEvent>, actions: string[]]>([
  [{}, ['View comment /images/image#comments']],
  [{ isWaiting: true }, ['Approve', 'Delete']],
  [{ ...none, kind: 'choice', choiceId: 'choice' }, ['View favorites /links/link/choices']],
  [{ ...request, choiceId: 'choice', isWaiting: true }, ['View favorites /links/link/choices']],
  [{ ...request, isWaiting: true }, ['7 more days', 'Pick a date /links/edit/link#expiry']],
  [request, []],
  [{ ...none, kind: 'closing', text: '2026-11-18T12:00:00.000Z' }, ['Extend /links/edit/link#expiry']],
  [{ ...none, kind: 'opened', text: '' }, []],
  [{ ...none, kind: 'guessing', text: '' }, []],
])('an event with %j has the actions %j', async (change, actions) => {
  const row = await rowOf(anEvent(change))
  const shown = [...row.querySelectorAll('button, a')].map((element) =>
    [element.textContent, element.getAttribute('href')].filter(Boolean).join(' '),
  )
  expect(shown).toEqual(actions)
})

test.each<[Partial<ActivityEvent>, shown: string[]]>([
  [{}, ['Grandma commented on an image in "A Year Outside"', '"Is this our hill?"', 'A Year Outside']],
  [{ ...request, text: 'Please' }, ['Grandma requested more time for "A Year Outside"', '"Please"', '']],
  [{ ...none, kind: 'closing', text: '2026-11-18T12:00:00.000Z' }, ['A Year Outside expires on Nov 18, 2026', '']],
])('an event with %j is shown as %j', async (change, shown) => {
  const row = await rowOf(anEvent(change))
  for (const time of row.querySelectorAll('time')) time.remove()
  expect([...row.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(shown)
})

test("a link's comments of one day are shown as one row that opens", async () => {
  const comments = ['Anna', 'Lena', 'Anna'].map((name, n) => anEvent({ _id: `c${n}`, name, text: `Comment ${n}` }))
  const favorites = { count: 12, thumbnailUrls: ['data:,1', 'data:,2'] }
  serve([...comments, anEvent({ ...none, _id: 'sent', kind: 'choice', choiceId: 'choice', favorites })])
  renderPart(<ActivityFeed />)
  const today = within(await screen.findByRole('region', { name: 'Today' }))
  const [group, sent, ...more] = today.getAllByRole('listitem')
  expect(more).toEqual([])
  expect(group?.textContent).toContain('3 comments in "A Year Outside"Anna and Lena')
  expect(sent?.textContent).toContain('Grandma sent 12 favorites from "A Year Outside"')
  expect(sent?.textContent).toContain('+10')
  fireEvent.click(screen.getByRole('button', { name: 'Show comments' }))
  expect(today.getAllByRole('listitem')).toHaveLength(5)
  expect(screen.getByText('"Comment 2"')).toBeDefined()
})

test('the owner can mark all activity as read', async () => {
  const calls = serve([anEvent({ isRead: false })])
  renderPart(<ActivityFeed />)
  fireEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await vi.waitFor(() => expect(calls).toEqual(['POST /api/activity/read']))
})

test('a feed without events shows the empty state', async () => {
  serve([])
  renderPart(<ActivityFeed />)
  expect(await screen.findByText('No activity yet')).toBeDefined()
})
