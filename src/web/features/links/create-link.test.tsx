// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createLink, getLink } from '#shared/links.ts'
import type { PlanId } from '#shared/plans.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aLink, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable, unreadable } from '#test/support/fake-api.ts'
import { alerts, field, fill, openPage, press, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
const limitSentence = "You have reached your plan's link limit. Please upgrade to create more links."
const dayMs = 86_400_000
const dayText = (days: number) =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(
    Date.now() + days * dayMs,
  )

async function open(plan: PlanId = 'free', links = 0) {
  api.answer(getSubscription, { success: true, data: aSubscription(plan, { usage: { links, images: 0 } }) })
  await openPage('/links/create', aUser())
  await screen.findByLabelText('Title')
}
const isDisabled = (element: HTMLElement) => element.closest(':disabled') !== null
const expectAlerts = (...sentences: string[]) => waitFor(() => expect(alerts()).toEqual(sentences))

test('link form errors keep the input, and the first invalid field gets focus', async () => {
  await open()
  fill({ Description: 'x'.repeat(501) })
  fireEvent.click(field(/^Set an expiration date/))
  fill({ Date: '13/45/2026' })
  await press('Create Link')
  await expectAlerts('Title is required', 'Description cannot be more than 500 characters', 'Date input not valid.')
  expect(document.activeElement).toBe(field('Title'))
  fill({ Title: 'x'.repeat(101) })
  await waitFor(() => expect(alerts()[0]).toBe('Title cannot be more than 100 characters'))
  expect(api.calls(createLink)).toEqual([])

  fireEvent.click(field(/^Set an expiration date/))
  fill({ Title: 'Dunes', Description: 'At first light' })
  for (const [answer, sentence] of [
    [unreachable, 'Failed to create link. Please try again.'],
    [unreadable(), 'Failed to create link'],
  ] as const) {
    api.answer(createLink, answer)
    await press('Create Link')
    await expectAlerts(sentence)
    expect(field('Title').value).toBe('Dunes')
  }
  api.answer(createLink, { success: true, data: aLink({ _id: 'made' }) })
  api.answer(getLink, unreadable(404))
  await press('Create Link')
  await waitFor(() => expect(urlNow()).toBe('/links/edit/made'))
  expect(api.calls(createLink).at(-1)?.body).toMatchObject({ title: 'Dunes', description: 'At first light' })
})

test("an expiration date must be in the future and within the plan's limit", async () => {
  await open()
  fill({ Title: 'Dunes' })
  fireEvent.click(field(/^Set an expiration date/))
  expect(screen.getByText(/^Up to 30 days on Free\./)).toBeDefined()
  for (const [days, sentence] of [
    [60, 'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.'],
    [-2, 'Expiration date must be in the future'],
  ] as const) {
    fill({ Date: dayText(days) })
    fireEvent.blur(field('Date'))
    await expectAlerts(sentence)
  }
  fill({ Date: dayText(5) })
  await expectAlerts()
})

test('errors of the server about the date are shown on the field', async () => {
  await open()
  fill({ Title: 'Dunes' })
  fireEvent.click(field(/^Set an expiration date/))
  const sentence = 'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.'
  api.answer(createLink, refusal('PLAN_FEATURE', sentence, { expiresAt: sentence }))
  await press('Create Link')
  await expectAlerts(sentence)
  expect(document.activeElement).toBe(field('Date'))
})

test('at the link limit, the form is disabled and links to the plans', async () => {
  await open('free', 2)
  expect(await screen.findByText(limitSentence)).toBeDefined()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/subscription')
  expect(isDisabled(field('Title'))).toBe(true)
  expect(isDisabled(screen.getByRole('button', { name: 'Create Link' }))).toBe(true)
})

test('reaching the limit in another tab keeps the input', async () => {
  await open('free', 1)
  fill({ Title: 'One too many' })
  api.answer(createLink, refusal('LINK_LIMIT_REACHED', limitSentence))
  api.answer(getSubscription, {
    success: true,
    data: aSubscription('free', { usage: { links: 2, images: 0 } }),
  })
  await press('Create Link')
  await waitFor(() => expect(isDisabled(field('Title'))).toBe(true))
  expect(screen.getAllByText(limitSentence)).toHaveLength(1)
  expect(field('Title').value).toBe('One too many')
})

test('a new link only asks for a title and shows its other defaults', async () => {
  await open()
  expect(document.activeElement).toBe(field('Title'))
  const more = screen.getByRole('button', { name: 'Description, password, expiration and more' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  const defaults = 'Public, no expiration date. Visitors can download and comment. Opens with the cover photo.'
  expect(document.getElementById(more.getAttribute('aria-describedby') ?? '')?.textContent).toBe(defaults)
  expect(screen.queryByRole('radio')).toBeNull()
  fireEvent.click(more)
  expect(screen.getAllByRole('radio')).toHaveLength(8)
  fill({ Description: 'x'.repeat(501) })
  fireEvent.click(more)
  await press('Create Link')
  await expectAlerts('Title is required', 'Description cannot be more than 500 characters')
  expect(more.getAttribute('aria-expanded')).toBe('true')
})

test('Free users see an upgrade offer instead of the custom link', async () => {
  await open()
  await press('Description, password, expiration and more')
  expect(screen.getByRole('link', { name: 'See Gold' }).getAttribute('href')).toBe('/subscription')
  expect(screen.queryByLabelText('Custom link')).toBeNull()
})

test('Gold users can set a unique custom slug', async () => {
  await open('gold')
  fill({ Title: 'Walks' })
  api.answer(createLink, refusal('SLUG_TAKEN', 'This link is already taken'))
  for (const [typed, sentence] of [
    ['No Way', 'Custom link can only contain a-z, 0-9 and hyphens'],
    ['admin', 'This link is reserved'],
    ['walks', 'This link is already taken'],
  ] as const) {
    fill({ 'Custom link': typed })
    await press('Create Link')
    await expectAlerts(sentence)
    await waitFor(() => expect(document.activeElement).toBe(field('Custom link')))
  }
  expect(api.calls(createLink).map(({ body }) => body)).toMatchObject([{ slug: 'walks' }])
})
