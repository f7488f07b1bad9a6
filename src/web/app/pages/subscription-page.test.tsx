// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { getConfig } from '#shared/config.ts'
import { listLinks } from '#shared/links.ts'
import type { PlanId } from '#shared/plans.ts'
import {
  cancelSubscription,
  createCheckoutSession,
  getSubscription,
  openPortal,
  resumeSubscription,
  type Subscription,
} from '#shared/subscriptions.ts'
import { aConfig, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable, unreadable } from '#test/support/fake-api.ts'
import { alerts, openPage, press, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
afterEach(() => vi.restoreAllMocks())

const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name},`) })
const select = async (name: string) => fireEvent.click(await radio(name))
const choice = () => document.querySelector('#choice')?.textContent
const running = () => screen.getByRole('region', { name: /Plus|Gold/ })

async function open(plan: PlanId, fields: Partial<Subscription> = {}) {
  api.answer(getSubscription, { success: true, data: aSubscription(plan, fields) })
  await openPage('/subscription', aUser())
}

test('choosing Free skips the checkout and leads to the dashboard', async () => {
  await open('free')
  expect((await radio('Plus')).checked).toBe(true)
  expect(screen.getByText(/^You're on Free\./)).toBeDefined()
  expect((await radio('Free')).closest('label')?.textContent).toContain('Your plan')
  await select('Free')
  expect(choice()).toBe("Free, $0 per month. You'll stay on Free.")
  api.answer(createCheckoutSession, { success: true, data: { free: true } })
  api.answer(listLinks, { success: true, data: [] })
  await press('Continue')
  expect(await screen.findByRole('heading', { level: 1, name: "You're on Free" })).toBeDefined()
  expect(urlNow()).toBe('/subscription/success')
  expect(screen.getByRole('link', { name: 'Create New Link' }).getAttribute('href')).toBe('/links/create')
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
})

test('a paid plan can be changed with a single refetch', async () => {
  await open('plus')
  await waitFor(() => expect(running().textContent).toMatch(/Plus Active.*Renews on Dec 12, 2026\./))
  expect((await radio('Plus')).checked).toBe(true)
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Manage cards and invoices' })).toBeNull()
  await select('Gold')
  expect(choice()).toBe("Gold, $19.99 per month. You'll switch immediately. You won't be charged.")
  api.answer(createCheckoutSession, { success: true, data: { changed: true } })
  api.answer(getSubscription, { success: true, data: aSubscription('gold') })
  const before = api.calls(getSubscription).length
  await press('Continue')
  expect(await screen.findByRole('heading', { level: 1, name: "You're on Gold" })).toBeDefined()
  expect(screen.getByRole('region', { name: 'Your plan' }).textContent).toContain('750images in total')
  expect(api.calls(getSubscription).length - before).toBe(1)
})

test('a subscription can be canceled and resumed', async () => {
  await open('gold')
  await press('Cancel subscription')
  const dialog = await screen.findByRole('dialog', { name: 'Cancel subscription' })
  expect(dialog.textContent).toContain("You'll keep Gold until Dec 12, 2026, then switch to Free.")
  api.answer(cancelSubscription, unreachable)
  await press('Cancel subscription', within(dialog))
  await waitFor(() => expect(alerts()).toEqual(['Failed to cancel subscription. Please try again.']))
  const message = "Your subscription is canceled. You'll keep the Gold plan until Dec 12, 2026."
  api.answer(cancelSubscription, { success: true, data: { message } })
  api.answer(getSubscription, { success: true, data: aSubscription('gold', { status: 'canceled' }) })
  await press('Cancel subscription', within(dialog))
  expect(await screen.findByText(message)).toBeDefined()
  await waitFor(() => expect(running().textContent).toContain("Canceled. You'll keep Gold until"))
  api.answer(resumeSubscription, { success: true, data: aSubscription('gold') })
  api.answer(getSubscription, { success: true, data: aSubscription('gold') })
  await press('Resume subscription')
  await waitFor(() => expect(running().textContent).toContain('Renews on'))
  expect(screen.getByRole('button', { name: 'Cancel subscription' })).toBeDefined()
})

test('a failed payment is shown with a button that opens the billing portal', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'stripe' }) })
  await open('plus', { status: 'past_due' })
  await waitFor(() =>
    expect(running().textContent).toMatch(
      /Payment failed.*You'll keep Plus until Dec 12, 2026\. Pay with another card to keep it after that\./,
    ),
  )
  await select('Gold')
  expect(choice()).toContain("You'll switch immediately and pay the difference now.")
  api.answer(openPortal, unreachable)
  await press('Manage cards and invoices')
  await waitFor(() => expect(alerts()).toEqual(['Failed to open the billing portal. Please try again.']))
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  api.answer(openPortal, { success: true, data: { url: 'https://billing.example/portal' } })
  await press('Manage cards and invoices')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://billing.example/portal'))
})

test('a subscription that failed to load can be retried', async () => {
  api.answer(getSubscription, unreadable(404))
  await openPage('/subscription', aUser())
  await waitFor(() => expect(alerts()).toEqual(['Failed to fetch subscription data. Please try again.']))
  api.answer(getSubscription, { success: true, data: aSubscription('plus') })
  await press('Try again')
  await waitFor(() => expect(running().textContent).toContain('Active'))
})

const providerDown = 'Failed to create checkout session. Please try again.'

test.each([
  ['Failed to process subscription. Please try again.', () => unreadable(502)],
  ['An error occurred. Please try again.', () => Response.json({ success: true })],
  ['An error occurred. Please try again.', () => Response.json({ success: true, data: {} })],
  [providerDown, () => refusal('PAYMENT_PROVIDER', providerDown)],
])('a failed change says "%s" and keeps the selected plan', async (sentence, answer) => {
  await open('plus')
  await select('Gold')
  api.answer(createCheckoutSession, answer)
  await press('Continue')
  await waitFor(() => expect(alerts()).toEqual([sentence]))
  expect((await radio('Gold')).checked).toBe(true)
})

test("if plans aren't for sale, the page shows how much people can add", async () => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'off' }) })
  await open('free')
  expect(await screen.findByText('This is how much you can add:')).toBeDefined()
  expect(screen.queryAllByRole('radio')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
})
