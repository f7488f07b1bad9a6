// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type Analytics, getAnalytics, getAnalyticsFile, getLinkAnalytics } from '#shared/analytics.ts'
import { getLink } from '#shared/links.ts'
import type { PlanId } from '#shared/plans.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aLink, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreadable } from '#test/support/fake-api.ts'
import { alerts, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
afterEach(() => vi.restoreAllMocks())

const totals = { visits: 2, visitors: 2, imageViews: 1, downloads: 1 }
const zeros = { visits: 0, visitors: 0, imageViews: 0, downloads: 0 }
const dayCount = 30
const everything: Analytics = {
  totals,
  previous: zeros,
  leftOut: { bots: 1, owner: 1, repeats: 1 },
  days: Array.from({ length: dayCount }, (_, day) => ({
    date: new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10),
    ...(day === dayCount - 1 ? totals : zeros),
  })),
  images: [{ _id: 'image', title: '=1+1 Dunes', thumbnailUrl: 'data:,', views: 1 }],
  referrers: [{ host: 'chat.example', visits: 1 }],
  devices: [
    { kind: 'phone', visits: 1 },
    { kind: 'computer', visits: 1 },
  ],
  invitations: [
    { _id: 'invitation', name: 'Anna & Tom', linkTitle: 'A Year Outside', visits: 2, imageViews: 1, downloads: 0 },
  ],
}
const { days, images, ...basic } = everything
/** What the API returns for each plan. */
const answers: Record<PlanId, Analytics> = {
  free: {
    totals: { visits: 2, imageViews: 1, downloads: 1 },
    previous: { visits: 0, imageViews: 0, downloads: 0 },
    leftOut: basic.leftOut,
  },
  plus: { totals, previous: zeros, leftOut: basic.leftOut, ...(days && { days }), ...(images && { images }) },
  gold: everything,
}

const shown: Record<PlanId, { periods: string[]; headings: string[] }> = {
  free: { periods: ['7 days', '30 days'], headings: ['More with Plus'] },
  plus: {
    periods: ['7 days', '30 days', '90 days'],
    headings: ['Gallery views per day', 'Top images', 'More with Gold'],
  },
  gold: {
    periods: ['7 days', '30 days', '90 days', '1 year'],
    headings: ['Gallery views per day', 'Top images', 'Where visitors come from', 'Devices', 'Invitations'],
  },
}

const textsOf = (elements: HTMLElement[]) => elements.map(({ textContent }) => textContent)

test.each(['free', 'plus', 'gold'] as const)(
  'on the %s plan, analytics show only what the plan includes',
  async (plan) => {
    api.answer(getSubscription, { success: true, data: aSubscription(plan) })
    api.answer(getLink, { success: true, data: aLink({ createdAt: '2026-10-20T12:00:00.000Z' }) })
    api.answer(getLinkAnalytics, { success: true, data: answers[plan] })
    await openPage('/links/link/analytics', aUser())
    const figures = await screen.findByLabelText('Totals for 30 days')
    expect(textsOf([...figures.children] as HTMLElement[])).toEqual([
      'gallery views2',
      ...(plan === 'free' ? [] : ['unique visitors2']),
      'image views1',
      'downloads1',
    ])
    expect(screen.getAllByText("There's no earlier data to compare with.")).toHaveLength(1)
    const main = screen.getByRole('main').textContent
    expect(main).toContain('Not counted in this period: 1 request from bots')
    expect(main).toContain('1 of your own, and 1 repeat')
    const { periods, headings } = shown[plan]
    expect(
      [...screen.getByRole('group', { name: 'Period' }).querySelectorAll('label')].map((it) => it.textContent),
    ).toEqual(periods)
    expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toEqual(headings)
    expect(screen.queryAllByRole('button', { name: 'Download CSV' })).toHaveLength(plan === 'gold' ? 1 : 0)
    if (plan === 'free') return
    expect(screen.getByRole('img', { name: /^Gallery views per day from .* Highest: 2 on / })).toBeDefined()
    await press('Show as table')
    const rows = screen.getAllByRole('row')
    // The link was created on Oct 20.
    expect(rows).toHaveLength(11 + 1)
    expect(rows[1]?.textContent).toMatch(/2\s*2\s*1\s*1$/)
    const items = textsOf(screen.getAllByRole('listitem')).join(' ')
    expect(items).toMatch(/=1\+1 Dunes\D*1/)
    if (plan === 'gold') expect(items).toMatch(/chat\.example\D*1.*Phone\D*1.*Computer\D*1/)
  },
)

test('Download CSV saves the statistics of a year as a file', async () => {
  api.answer(getSubscription, { success: true, data: aSubscription('gold') })
  api.answer(getLink, { success: true, data: aLink() })
  api.answer(getLinkAnalytics, { success: true, data: everything })
  const lines = 'date,visits\r\n2026-10-30,2\r\n'
  api.answer(getAnalyticsFile, new Response(lines, { headers: { 'content-type': 'text/csv' } }))
  const files: Blob[] = []
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  })
  await openPage('/links/link/analytics', aUser())
  await press('Download CSV')
  await waitFor(() => expect(saved).toEqual(['analytics.csv blob:1']))
  expect(await files[0]?.text()).toBe(lines)
  expect(api.calls(getAnalyticsFile)[0]?.query.get('days')).toBe('365')

  api.answer(getAnalyticsFile, unreadable())
  await press('Download CSV')
  expect(await screen.findByText("Couldn't load analytics. Please try again.")).toBeDefined()
  expect(saved).toHaveLength(1)
})

test('the totals of all links can be retried if they fail to load', async () => {
  api.answer(getAnalytics, unreadable())
  await openPage('/analytics', aUser())
  await waitFor(() => expect(alerts()).toEqual([expect.stringContaining("Couldn't load analytics. Please try again.")]))
  api.answer(getAnalytics, { success: true, data: answers.free })
  await press('Try again')
  const figures = within(await screen.findByLabelText('Totals for 30 days'))
  expect(figures.getByText('gallery views')).toBeDefined()
})

test('changes are in percent, and the chart tells the day under the keyboard', async () => {
  const previous = { visits: 4, visitors: 2, imageViews: 3, downloads: 0 }
  api.answer(getSubscription, { success: true, data: aSubscription('gold') })
  api.answer(getAnalytics, { success: true, data: { ...everything, previous } })
  await openPage('/analytics', aUser())
  const figures = await screen.findByLabelText('Totals for 30 days')
  expect(textsOf([...figures.children] as HTMLElement[])).toEqual([
    'gallery views2−50% vs. previous 30 days',
    'unique visitors2no change',
    'image views1−67% vs. previous 30 days',
    'downloads1no earlier data',
  ])
  const day = screen.getByRole('slider', { name: 'Day' })
  expect(day.getAttribute('aria-valuetext')).toBe('Today, so far: 2 gallery views, 2 visitors')
  fireEvent.change(day, { target: { value: '0' } })
  expect(day.getAttribute('aria-valuetext')).toBe('Oct 1: 0 gallery views, 0 visitors')
  expect(screen.getByText('0 gallery views')).toBeDefined()
  expect(screen.getByRole('region', { name: 'Invitations' }).textContent).toContain('Anna & TomA Year Outside')
})

test('a period without views says so instead of drawing an empty chart', async () => {
  api.answer(getSubscription, { success: true, data: aSubscription('gold') })
  const empty = { days: [{ date: '2026-10-30', ...zeros }], images: [], referrers: [], devices: [] }
  api.answer(getAnalytics, { success: true, data: { ...everything, totals: zeros, ...empty } })
  await openPage('/analytics', aUser())
  expect(await screen.findByRole('heading', { name: 'No views in the last 30 days' })).toBeDefined()
  expect(textsOf(screen.getAllByRole('heading', { level: 2 }))).toHaveLength(1)
})

test("someone else's link shows no statistics", async () => {
  api.answer(getLink, refusal('LINK_PRIVATE', 'This link is private'))
  await openPage('/links/link/analytics', aUser())
  await waitFor(() => expect(screen.getByRole('main').textContent).toContain('Unable to fetch the link'))
})
