// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { readActivity } from '#shared/activity.ts'
import { listChoices } from '#shared/choices.ts'
import { getLink, type Link, listLinks } from '#shared/links.ts'
import type { PlanId } from '#shared/plans.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aLink, anImage, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreadable } from '#test/support/fake-api.ts'
import { emulateMedia } from '#test/support/media-queries.ts'
import { alerts, field, fill, follow, openPage, press, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
afterEach(() => vi.restoreAllMocks())

const limitSentence = "You have reached your plan's link limit. Please upgrade to create more links."
const titles = () =>
  screen
    .queryAllByRole('heading', { level: 3 })
    .flatMap((it) => it.closest('li')?.querySelector('h3')?.textContent ?? [])
const card = (title: string) => screen.getByRole('heading', { level: 3, name: title }).closest('li') as HTMLElement
const used = async (name: string) => (await screen.findByRole('meter', { name })).getAttribute('aria-valuetext')

function answer(links: Link[], plan: PlanId = 'free') {
  api.answer(listLinks, { success: true, data: links })
  const images = links.reduce((sum, { imageCount }) => sum + imageCount, 0)
  api.answer(getSubscription, { success: true, data: aSubscription(plan, { usage: { links: links.length, images } }) })
}

test('a new user is welcomed and sees their plan and where to start', async () => {
  answer([])
  await openPage('/dashboard', aUser())
  expect(document.title).toBe('Dashboard · Framelight')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome, Mara')
  expect([await used('Links used'), await used('Images used')]).toEqual(['0 of 2', '0 of 50'])
  expect(screen.getByText(/^Free plan/)).toBeDefined()
  expect(screen.getByRole('heading', { name: 'Total Views' })).toBeDefined()
  expect(screen.getByRole('heading', { name: 'No links yet' })).toBeDefined()
  expect(screen.getByText('Get started by creating a new link.')).toBeDefined()
  expect(screen.queryByLabelText('Search links')).toBeNull()
  expect(await screen.findByText('Plus gives you 10 links and 250 images for $9.99 per month.')).toBeDefined()
  expect(screen.getByText('Get 10 more links')).toBeDefined()
  for (const way of screen.getAllByRole('link', { name: 'Upgrade Plan' }))
    expect(way.getAttribute('href')).toBe('/subscription')
  await follow('Create New Link')
  await waitFor(() => expect(urlNow()).toBe('/links/create'))
})

test('a returning user is welcomed back, and the banner says how many more links Plus offers', async () => {
  answer([aLink()])
  await openPage('/dashboard', aUser({ createdAt: '2026-01-01T00:00:00.000Z' }))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Welcome back, Mara')
  expect(await screen.findByText('Get 9 more links')).toBeDefined()
})

// According to the specification, these responses are valid, too.
test.each([
  ['Free', { success: true, data: null }],
  ['Gold', { plan: { id: 'gold', name: 'Gold' }, status: 'active' }],
])('the plan is %s if the subscription is %j', async (plan, subscription) => {
  answer([])
  api.answer(getSubscription, () => Response.json(subscription))
  await openPage('/dashboard', aUser())
  expect(await screen.findByText(new RegExp(`^${plan} plan`))).toBeDefined()
})

test('at the link limit, the page explains why no link can be created', async () => {
  answer([aLink({ _id: 'one', imageCount: 1 }), aLink({ _id: 'two' })])
  await openPage('/dashboard', aUser())
  const create = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create New Link' })
  expect(create.disabled).toBe(true)
  expect(document.getElementById(create.getAttribute('aria-describedby') ?? '')?.textContent).toBe(limitSentence)
  for (const words of ['Limit reached!', '100% used', '2% used']) expect(screen.getByText(words)).toBeDefined()
  // The page doesn't suggest dropping images, and says why only once.
  expect(screen.queryByText('Drop images here')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Choose images' })).toBeNull()
  expect(screen.getAllByText(limitSentence)).toHaveLength(1)
})

test('at the image limit, the page says so once and still lets you create a link', async () => {
  answer([aLink({ imageCount: 50 })])
  await openPage('/dashboard', aUser())
  const sentence = "You have reached your plan's image limit. Please upgrade to upload more images."
  await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(1))
  expect(screen.getByRole('link', { name: 'Create New Link' })).toBeDefined()
  expect(screen.queryByText('Drop images here')).toBeNull()
})

test('the usage counts the listed links if the subscription has none', async () => {
  answer([aLink({ _id: 'one', imageCount: 3 }), aLink({ _id: 'two', imageCount: 4 })])
  api.answer(getSubscription, () => Response.json({ plan: { id: 'plus', name: 'Plus' }, status: 'active' }))
  await openPage('/dashboard', aUser())
  await waitFor(async () => expect(await used('Links used')).toBe('2 of 10'))
  expect(await used('Images used')).toBe('7 of 250')
})

test('a card announces favorites, and following it marks them as read', async () => {
  const news = { comments: 1, favorites: [{ name: 'Anna', count: 12 }] }
  answer([aLink({ choosing: 'on', imageCount: 20, news })])
  api.answer(readActivity, { success: true, data: { message: 'Marked as read' } })
  api.answer(getLink, { success: true, data: aLink() })
  api.answer(listChoices, { success: true, data: [] })
  await openPage('/dashboard', aUser())
  await follow('Anna sent 12 favorites: A Year Outside')
  await waitFor(() => expect(urlNow()).toBe('/links/link/choices'))
  expect(api.calls(readActivity).map(({ url }) => url)).toEqual(['/api/activity/read?link=link&kind=choice'])
})

const many = Array.from({ length: 25 }, (_, index) =>
  aLink({ _id: `link-${index}`, title: `Roll ${index + 1}`, createdAt: `2026-10-${10 + (index % 20)}T10:00:00.000Z` }),
)

test('long lists have pages of 12, and the URL keeps page, sort and search', async () => {
  answer(many, 'gold')
  await openPage('/dashboard?sort=title-asc&page=3', aUser())
  await waitFor(() => expect(titles()).toEqual(['Roll 25']))
  expect(screen.getByText('25–25 of 25')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true)
  await press('Previous')
  expect(titles()).toHaveLength(12)
  expect(urlNow()).toBe('/dashboard?sort=title-asc&page=2')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your Links' }))
  fill({ 'Search links': 'Roll 2' })
  expect(titles()).toEqual(['Roll 2', ...[20, 21, 22, 23, 24, 25].map((number) => `Roll ${number}`)])
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(urlNow()).toBe('/dashboard?search=Roll+2&sort=title-asc')
})

test('sample photos rotate every five seconds, unless paused', async () => {
  answer([])
  await openPage('/dashboard', aUser())
  const carousel = within(screen.getByRole('region', { name: 'Featured Images' }))
  const shown = () => carousel.getByRole('img', { hidden: false }).getAttribute('alt')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Restart the timer, so it's a fake one.
  fireEvent.click(carousel.getByRole('button', { name: 'Pause' }))
  fireEvent.click(carousel.getByRole('button', { name: 'Play' }))
  const pass = (ms: number) => vi.advanceTimersByTime(ms)
  const expectShown = (alt: string) => vi.waitFor(() => expect(shown()).toBe(alt))
  try {
    pass(4900)
    await expectShown('Dunes at first light')
    pass(100)
    await expectShown('Northern lights over a still lake')
    expect(carousel.getByRole('button', { name: 'Image 2 of 3' }).getAttribute('aria-current')).toBe('true')
    pass(5000)
    await expectShown('A forest in fog')
    pass(5000)
    await expectShown('Dunes at first light')
    fireEvent.click(carousel.getByRole('button', { name: 'Pause' }))
    pass(20_000)
    await expectShown('Dunes at first light')
    fireEvent.click(carousel.getByRole('button', { name: 'Image 3 of 3' }))
    await expectShown('A forest in fog')
  } finally {
    vi.useRealTimers()
  }
})

test("sample photos don't rotate with reduced motion", async () => {
  answer([])
  emulateMedia('prefers-reduced-motion: reduce')
  await openPage('/dashboard', aUser())
  const carousel = within(screen.getByRole('region', { name: 'Featured Images' }))
  expect(carousel.queryByRole('button', { name: 'Pause' })).toBeNull()
  fireEvent.click(carousel.getByRole('button', { name: 'Image 2 of 3' }))
  expect(carousel.getByRole('img').getAttribute('alt')).toBe('Northern lights over a still lake')
})

const description = `${'A walk along the coast. '.repeat(4)}Here it goes on and on.`
const dunes = aLink({
  _id: 'dunes',
  slug: 'dunes-slug',
  shareUrl: `${window.location.origin}/links/dunes-slug`,
  title: 'Dunes',
  description,
  imageCount: 2,
  coverImage: anImage(),
  expiresAt: '2036-12-12T12:00:00.000Z',
  createdAt: '2026-11-01T10:00:00.000Z',
})
const ended = aLink({
  _id: 'ended',
  title: 'after hours',
  isExpired: true,
  expiresAt: '2026-11-10T12:00:00.000Z',
  createdAt: '2026-11-02T10:00:00.000Z',
})
const ellie = aLink({
  _id: 'ellie',
  title: 'Ellie',
  description: 'For the brewery',
  isPrivate: true,
  createdAt: '2026-11-03T10:00:00.000Z',
})

test('link cards show details, and their buttons copy, view and edit the link', async () => {
  answer([ellie, ended, dunes], 'plus')
  await openPage('/dashboard', aUser())
  await waitFor(() => expect(titles()).toEqual(['Ellie', 'after hours', 'Dunes']))
  expect(screen.queryByRole('link', { name: 'Upgrade Plan' })).toBeNull()
  expect(card('Dunes').textContent).toContain(
    `Dunes${description.slice(0, 100).trimEnd()}…No views yet. Share itPublic0 views2 images`,
  )
  expect(card('Dunes').textContent).toMatch(/Created Nov \d+, 2026Expires Dec \d+, 2036/)
  expect(card('Dunes').textContent).toContain('/links/dunes-slug')
  expect(card('Ellie').textContent).toContain('No ImageEllieFor the breweryAdd imagesPrivate')
  expect(
    within(card('Ellie'))
      .getByRole('link', { name: /^Add images/ })
      .getAttribute('href'),
  ).toBe('/upload/ellie')
  expect(card('after hours').textContent).toMatch(/Expired\. ReopenPublic0 views0 imagesExpired/)

  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await press('Copy link to Dunes')
  expect(await screen.findByText('Link copied to clipboard!')).toBeDefined()
  // Tests run on localhost.
  expect(await screen.findByText(/This link only opens on this computer/)).toBeDefined()
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/links/dunes-slug`)
  expect(screen.getByRole('link', { name: 'View Dunes' }).getAttribute('href')).toBe('/links/dunes-slug')
  expect(screen.getByRole('link', { name: 'Edit Dunes' }).getAttribute('href')).toBe('/links/edit/dunes')
})

test('links can be searched and sorted', async () => {
  answer([ellie, ended, dunes], 'plus')
  await openPage('/dashboard', aUser())
  await screen.findByLabelText('Search links')
  expect(field('Search links').placeholder).toBe('Search links...')
  fill({ 'Search links': 'BREWERY' })
  expect(titles()).toEqual(['Ellie'])
  expect(screen.getByText('1 link found').getAttribute('role')).toBe('status')
  fill({ 'Search links': 'no such thing' })
  expect(screen.getByText('No links match "no such thing".')).toBeDefined()
  await press('Clear search')
  expect(document.activeElement).toBe(field('Search links'))

  const sorts = screen.getByLabelText<HTMLSelectElement>('Sort links')
  expect(sorts.selectedOptions[0]?.textContent).toBe('Newest first')
  for (const [label, expected] of [
    ['Oldest first', ['Dunes', 'after hours', 'Ellie']],
    ['Title A-Z', ['after hours', 'Dunes', 'Ellie']],
    ['Title Z-A', ['Ellie', 'Dunes', 'after hours']],
    ['Most images', ['Dunes', 'Ellie', 'after hours']],
  ] as const) {
    const value = [...sorts.options].find(({ textContent }) => textContent === label)?.value
    fireEvent.change(sorts, { target: { value } })
    expect(titles()).toEqual(expected)
  }
})

test('for a link without a slug or ID, View and Edit are disabled and Copy shows an error', async () => {
  answer([aLink({ _id: '', slug: '', title: 'Half a link' })])
  await openPage('/dashboard', aUser())
  const view = await screen.findByRole<HTMLButtonElement>('button', { name: 'View Half a link' })
  expect([view.disabled, view.title]).toEqual([true, 'Link unavailable'])
  const edit = screen.getByRole<HTMLButtonElement>('button', { name: 'Edit Half a link' })
  expect([edit.disabled, edit.title]).toEqual([true, 'Cannot edit: Invalid link ID'])
  await press('Copy link to Half a link')
  expect(await screen.findByText('Cannot copy link: Invalid or missing slug')).toBeDefined()
})

test('failed loads on the dashboard show errors and can be retried', async () => {
  const busy = 'Too many requests. Try again in a minute.'
  api.answer(listLinks, unreadable(404))
  api.answer(getSubscription, refusal('RATE_LIMITED', busy))
  await openPage('/dashboard', aUser())
  await waitFor(() => expect(alerts()).toEqual([busy, 'Failed to fetch links. Please try again.']))
  answer([aLink({ title: 'Still here' })])
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[1] as HTMLElement)
  await waitFor(() => expect(titles()).toEqual(['Still here']))
  await press('Try again')
  expect(await screen.findByText(/^Free plan/)).toBeDefined()
})
