// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  approveUploads,
  type Guest,
  type GuestImage,
  listGuests,
  listGuestUploads,
  rejectUploads,
  type UploadDecision,
  updateGuest,
} from '#shared/guest-uploads.ts'
import { getLink, listLinks } from '#shared/links.ts'
import { aLink, anImage, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { main, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const success = true as const
let waiting: GuestImage[] = []
let approved: GuestImage[] = []
let isBlocked = false

const upload = (_id: string, name: string, minute: number, sameAs: string | null = null): GuestImage => ({
  ...anImage({ _id, state: 'waiting', addedBy: { _id: name, name }, createdAt: `2026-11-14T20:${minute}:00.000Z` }),
  fileSize: 2_000_000,
  sameAs,
})
const guestOf = (name: string): Guest => ({
  _id: name,
  name,
  invitation: null,
  isBlocked: isBlocked && name === 'Ben',
  waiting: waiting.filter(({ addedBy }) => addedBy?.name === name).length,
  shown: name === 'Ben' ? approved.length : 0,
  createdAt: '2026-11-14T20:00:00.000Z',
  lastAddedAt: '2026-11-14T20:59:00.000Z',
})

const decide = ({ body }: { body: unknown }) => {
  const { imageIds, guestId, until } = body as UploadDecision
  const before = waiting.length
  waiting = waiting.filter(
    ({ _id, addedBy, createdAt }) =>
      !(imageIds?.includes(_id) || addedBy?._id === guestId || (until !== undefined && createdAt <= until)),
  )
  const done = before - waiting.length
  return { success, data: { done, skipped: (imageIds?.length ?? done) - done } }
}

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  isBlocked = false
  waiting = [upload('one', 'Ben', 10), upload('two', 'Ben', 11), upload('three', 'Priya', 12, 'stars')]
  const stars = anImage({ _id: 'stars', title: 'Two hours of stars' })
  api.answer(getLink, { success: true, data: aLink({ title: 'Lake', images: [stars], guestUploads: 'everyone' }) })
  api.answer(listLinks, { success: true, data: [] })
  api.answer(listGuests, () => ({
    success,
    data: [...new Set(['Ben', ...waiting.map(({ addedBy }) => addedBy?.name ?? '')])].map(guestOf),
  }))
  approved = []
  api.answer(listGuestUploads, ({ query }) => {
    const guest = query.get('guest')
    if (query.get('state') === 'shown') return { success, data: approved, waiting: waiting.length }
    const data = guest ? waiting.filter(({ addedBy }) => addedBy?._id === guest) : waiting
    return { success, data, waiting: waiting.length }
  })
  api.answer(approveUploads, decide)
  api.answer(rejectUploads, decide)
  await openPage('/links/link/guest-uploads', aUser())
  await main().findByText('3 images from 2 guests')
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const focused = () => document.activeElement?.id
const sent = (endpoint: typeof approveUploads | typeof rejectUploads) => api.calls(endpoint).map(({ body }) => body)

test('keys approve and reject, and the focus moves on to the next image', async () => {
  expect(main().getByText('Same as “Two hours of stars”').getAttribute('href')).toBe('/images/stars')
  key('a')
  expect(focused()).toBe('picture-two')
  await main().findByText('2 images from 2 guests')
  expect(sent(approveUploads)).toEqual([{ imageIds: ['one'] }])

  key('r')
  expect(focused()).toBe('picture-three')
  await pass(4900)
  expect(sent(rejectUploads)).toEqual([])
  key('z')
  expect(focused()).toBe('picture-two')
  await pass(5000)
  expect(sent(rejectUploads)).toEqual([])

  key('r')
  key('ArrowLeft')
  expect(focused()).toBe('picture-two')
  await pass(5000)
  await waitFor(() => expect(sent(rejectUploads)).toEqual([{ imageIds: ['two'] }]))
  // What's decided stays in place.
  expect(main().getAllByRole('link', { name: /^Image from/ })).toHaveLength(3)

  fireEvent.click(main().getByRole('button', { name: 'Approve: Image from Priya' }))
  expect(await main().findByText('Nothing to approve')).toBeDefined()
})

test('a decision that fails can be made again', async () => {
  api.answer(approveUploads, refusal('RATE_LIMITED', 'Too many requests.'))
  key('a')
  expect(await screen.findByText('Too many requests.')).toBeDefined()
  expect(main().getAllByRole('button', { name: 'Approve: Image from Ben' })).toHaveLength(2)
})

test('leaving the page sends what was rejected', async () => {
  key('r')
  fireEvent.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'FAQ' }))
  await waitFor(() => expect(sent(rejectUploads)).toEqual([{ imageIds: ['one'] }]))
})

test('new images wait until they are asked for', async () => {
  key('a')
  await main().findByText('2 images from 2 guests')
  waiting = [...waiting, upload('four', 'Zoe', 13), upload('five', 'Zoe', 14)]
  await pass(10_000)
  const arrivals = await main().findByRole('button', { name: '2 new' })
  expect(main().getAllByRole('link', { name: /^Image from/ })).toHaveLength(3)

  await press('Approve all 2', main())
  await waitFor(() => expect(sent(approveUploads)).toContainEqual({ until: '2026-11-14T20:12:00.000Z' }))
  expect(await main().findByText('2 images from 1 guest')).toBeDefined()
  expect(arrivals.isConnected).toBe(false)
})

test('rejecting all images of a guest must be confirmed, and blocking says what it cannot do', async () => {
  const choose = async (item: string, role: 'region' | 'complementary', name: string) => {
    fireEvent.click(within(main().getByRole(role, { name })).getByRole('button', { name: 'More for Ben' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Block Ben', 'region', 'Ben')
  const question = await screen.findByRole('dialog', { name: 'Block Ben?' })
  expect(question.textContent).toContain('can come back with another browser')
  fireEvent.click(within(question).getByLabelText('Also reject the 2 images waiting from Ben'))
  api.answer(updateGuest, ({ body }) => {
    isBlocked = (body as { isBlocked: boolean }).isBlocked
    return { success, data: guestOf('Ben') }
  })
  await press('Block Ben')
  expect(await screen.findByText('Blocked')).toBeDefined()
  expect(sent(rejectUploads)).toEqual([])

  await choose('Reject all from Ben', 'complementary', 'Guests')
  expect(sent(rejectUploads)).toEqual([])
  await press('Reject 2 images')
  await waitFor(() => expect(sent(rejectUploads)).toEqual([{ guestId: 'Ben' }]))
  expect(await main().findByText('1 image from 1 guest')).toBeDefined()
})

test('a guest can be selected', async () => {
  const people = within(screen.getByRole('complementary', { name: 'Guests' }))
  fireEvent.click(people.getByRole('button', { name: /^Priya/ }))
  expect(await main().findByText('1 image from Priya')).toBeDefined()
  await press('Approve all 1', main())
  await waitFor(() => expect(sent(approveUploads)).toEqual([{ imageIds: ['three'] }]))
})

test('the menu of a guest shows their approved images, and going back shows the queue', async () => {
  approved = [{ ...upload('beach', 'Ben', 19), title: 'Beach', state: 'shown' }]
  await press('Approve all 3', main())
  const menu = await screen.findByRole('button', { name: 'More for Ben' })
  fireEvent.click(menu)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Approved from Ben' }))
  const heading = await screen.findByRole('heading', { name: 'Approved from Ben' })
  await waitFor(() => expect(document.activeElement?.id).toBe(heading.id))
  expect((await screen.findByRole('link', { name: /^Beach, / })).getAttribute('href')).toBe('/images/beach')
  const asked = api.calls(listGuestUploads).at(-1)?.query
  expect([asked?.get('state'), asked?.get('guest')]).toEqual(['shown', 'Ben'])
  fireEvent.click(screen.getByRole('link', { name: 'All guest uploads' }))
  expect(await main().findByText('Nothing to approve')).toBeDefined()
})

test("links to the setting if guests can't add photos", async () => {
  api.answer(getLink, { success: true, data: aLink({ title: 'Lake', guestUploads: 'off' }) })
  waiting = []
  cleanup()
  await openPage('/links/link/guest-uploads', aUser())
  expect(await main().findByText('Guest uploads are off')).toBeDefined()
  expect(main().getByRole('link', { name: 'Turn on guest uploads' }).getAttribute('href')).toMatch(/edit\/.*#uploads$/)
})
