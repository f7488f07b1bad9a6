import type { Page } from '@playwright/test'
import { plans } from '#shared/plans.ts'
import { newAccount, signIn, upgrade } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, expectNoHorizontalScroll, test } from './fixtures.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const radio = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name},`) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const sellNothing = (page: Page) =>
  page.route('/api/config', (route) =>
    route.fulfill({ json: { success: true, data: { supportEmail: 'host@example.com', payments: 'off' } } }),
  )

test("the pricing page shows the plans, an FAQ and a note that cards aren't charged", async ({ page }) => {
  await page.goto('/pricing')
  const columns = page.getByRole('main').getByRole('article')
  await expect(columns).toHaveCount(3)
  for (const [index, { name, linkLimit, imageLimit }] of Object.values(plans).entries()) {
    const column = columns.nth(index)
    await expect(column.getByRole('heading')).toHaveText(name)
    await expect(column).toContainText(`${linkLimit}links`)
    await expect(column).toContainText(`${imageLimit}images in total`)
  }
  await expect(columns.nth(0)).toContainText('$0per month')
  await expect(columns.nth(1)).toContainText('$9.99per month')
  await expect(columns.nth(2)).toContainText('$19.99per month')
  await expect(page.getByText('MOST POPULAR')).toHaveCount(1)
  await expect(columns.nth(1)).toContainText('MOST POPULAR')
  await expect(page.getByRole('main')).toContainText("You won't be charged, and real cards aren't accepted.")

  await page.getByText('Can I get my money back?').click()
  await expect(page.getByText('within 14 days of a payment')).toBeVisible()
  await expectAccessibleLayout(page)

  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/register')
})

test("the server's plans replace the built-in ones unless they can't load", async ({ page, allow }) => {
  const larger = { ...plans.free, linkLimit: 3, imageLimit: 60 }
  const dearer = { ...plans.plus, price: 12, linkLimit: 11, features: ['11 shareable links', 'Prints by post'] }
  await page.route('/api/payment/plans', (route) =>
    route.fulfill({ json: { success: true, data: [larger, dearer, plans.gold] } }),
  )
  await page.goto('/pricing')
  const column = page.getByRole('main').getByRole('article').nth(1)
  await expect(column).toContainText('$12per month')
  await expect(column).toContainText('11links')
  await expect(column).toContainText('Prints by post')
  await page.goto('/register')
  await expect(page.getByText('3 links and 60 images, free for as long as you like.')).toBeVisible()
  await page.goto('/terms')
  await expect(page.getByRole('row', { name: /^Plus/ })).toHaveText('Plus$1211250')
  await page.goto('/faq')
  await page.getByText('What do the plans cost?').click()
  await expect(page.getByText('Plus: $12 per month, 11 links, 250 images')).toBeVisible()
  await page.getByText('How many links can I have?').click()
  await expect(page.getByText('3 on Free, 11 on Plus, 25 on Gold')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('main')).toContainText('$12')
  await page.goto('/pricing')

  allow(/status of 404 .*\/api\/payment\/plans$/)
  await page.route('/api/payment/plans', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch plans. Please try again.')
  await expect(column).toContainText('$9.99per month')
  await page.unroute('/api/payment/plans')
  await button(page, 'Try again').click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test("if plans aren't for sale, the pages show a notice and the current plan", async ({ page, request }) => {
  await sellNothing(page)
  await page.goto('/pricing')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Everything here is free' })).toBeVisible()
  await expect(main).toContainText("This site's administrator chose one plan for everyone")
  await expect(main).not.toContainText('$')
  await expect(main.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/register')
  await expectAccessibleLayout(page)

  await signIn(page, await newAccount(request))
  await page.goto('/subscription')
  await expect(main).toContainText("It's the Free plan.")
  await expect(main.getByRole('radio')).toHaveCount(0)
  await expect(button(page, 'Continue')).toHaveCount(0)
  await expectAccessible(page)
})

test('choosing a plan leads to registration when logged out, and preselects the plan when logged in', async ({
  page,
  request,
}) => {
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Choose Gold' }).click()
  await expect(page).toHaveURL('/register')
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/subscription?plan=gold' })

  await signIn(page, await newAccount(request))
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Choose Gold' }).click()
  await expect(radio(page, 'Gold')).toBeChecked()

  await page.goto('/pricing')
  await expect(page.getByRole('article').first()).toContainText('Your plan')
  await expect(page.getByRole('link', { name: 'Choose Free' })).toHaveCount(0)
})

test('choosing Free skips the checkout and leads to the dashboard', async ({ page, request }) => {
  await signIn(page, await newAccount(request))
  await page.goto('/subscription')
  await expect(page.getByRole('main')).toContainText("You're on Free.")
  await expect(radio(page, 'Plus')).toBeChecked()
  await expect(page.locator('label').filter({ has: radio(page, 'Free') })).toContainText('Your plan')
  await expectAccessibleLayout(page)

  await radio(page, 'Free').check()
  await expect(page.locator('#choice')).toHaveText("Free, $0 per month. You'll stay on Free.")
  await button(page, 'Continue').click()
  await expect(page).toHaveURL('/subscription/success')
  await expect(heading(page, "You're on Free")).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Create New Link' })).toHaveAttribute(
    'href',
    '/links/create',
  )
  await expect(page).toHaveURL('/dashboard', { timeout: 10_000 })
})

test('a paid plan can be changed, canceled and resumed', async ({ page, request }) => {
  const account = await newAccount(request)
  await upgrade(request, account, 'plus')
  await signIn(page, account)
  await page.goto('/subscription')
  const running = page.getByRole('region', { name: /Plus|Gold/ })
  await expect(running).toContainText('Active')
  await expect(running).toContainText(/Renews on \w+ \d+, \d{4}\./)
  await expect(page.locator('#choice')).toContainText("You're on Plus.")
  await expect(button(page, 'Continue')).toBeDisabled()
  await expect(button(page, 'Manage cards and invoices')).toHaveCount(0)

  await radio(page, 'Gold').check()
  await expect(page.locator('#choice')).toHaveText(
    "Gold, $19.99 per month. You'll switch immediately. You won't be charged.",
  )
  let asked = 0
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/payment/subscription')) asked += 1
  })
  await button(page, 'Continue').click()
  await expect(heading(page, "You're on Gold")).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('750images in total')
  await expect(page).toHaveURL('/dashboard', { timeout: 10_000 })
  expect(asked).toBe(1)

  await page.goto('/subscription')
  await button(page, 'Cancel subscription').click()
  const dialog = page.getByRole('dialog', { name: 'Cancel subscription' })
  await expect(button(page, 'Keep it')).toBeFocused()
  await expect(dialog).toContainText(/You'll keep Gold until \w+ \d+, \d{4}, then switch to Free\./)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(page.getByText(/^Your subscription is canceled\. You'll keep the Gold plan until/)).toBeVisible()
  await expect(running).toContainText("Canceled. You'll keep Gold until")
  await expect(button(page, 'Resume subscription')).toBeFocused()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)

  await button(page, 'Resume subscription').click()
  await expect(running).toContainText('Renews on')
  await expect(button(page, 'Cancel subscription')).toBeVisible()
})

test('a failed payment is shown with a button that opens the billing portal', async ({ page, request, allow }) => {
  const account = await newAccount(request)
  const data = {
    plan: 'plus',
    planDetails: plans.plus,
    status: 'past_due',
    currentPeriodEnd: '2026-12-12T12:00:00Z',
    usage: { links: 0, images: 0 },
  }
  await page.route('/api/config', (route) =>
    route.fulfill({ json: { success: true, data: { supportEmail: 'host@example.com', payments: 'stripe' } } }),
  )
  await page.route('/api/payment/subscription', (route) => route.fulfill({ json: { success: true, data } }))
  await signIn(page, account)
  await page.goto('/subscription')
  const running = page.getByRole('region', { name: /Plus/ })
  await expect(running).toContainText('Payment failed')
  await expect(running).toContainText(
    "You'll keep Plus until Dec 12, 2026. Pay with another card to keep it after that.",
  )
  await radio(page, 'Gold').check()
  await expect(page.locator('#choice')).toContainText("You'll switch immediately and pay the difference now.")
  await expectAccessibleLayout(page)

  allow(/net::ERR_FAILED|status of 404/)
  await page.route('/api/payment/portal', (route) => route.abort())
  await button(page, 'Manage cards and invoices').click()
  await expect(running.getByRole('alert')).toHaveText('Failed to open the billing portal. Please try again.')
  await page.unroute('/api/payment/portal')
  await page.route('/api/payment/portal', (route) =>
    route.fulfill({ json: { success: true, data: { url: '/pricing?from=portal' } } }),
  )
  await button(page, 'Manage cards and invoices').click()
  await expect(page).toHaveURL('/pricing?from=portal')
})

test('failed subscription changes show an error and keep the selected plan', async ({ page, request, allow }) => {
  allow(/net::ERR_FAILED|status of (404|502)/)
  const account = await newAccount(request)
  await upgrade(request, account, 'plus')
  await signIn(page, account)
  await page.route('/api/payment/subscription', (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto('/subscription')
  await expect(page.getByRole('alert')).toHaveText('Failed to fetch subscription data. Please try again.')
  await page.unroute('/api/payment/subscription')
  await button(page, 'Try again').click()

  await radio(page, 'Gold').check()
  const choose = '/api/payment/create-checkout-session'
  const message = 'Failed to create checkout session. Please try again.'
  const providerDown = { status: 502, json: { success: false, code: 'PAYMENT_PROVIDER', message, error: message } }
  const refusals = [
    ['Failed to process subscription. Please try again.', { status: 502, body: 'Bad gateway' }],
    ['An error occurred. Please try again.', { json: { success: true } }],
    ['An error occurred. Please try again.', { json: { success: true, data: {} } }],
    [message, providerDown],
  ] as const
  for (const [sentence, answer] of refusals) {
    await page.route(choose, (route) => route.fulfill(answer))
    await button(page, 'Continue').click()
    await expect(page.getByRole('alert')).toHaveText(sentence)
    await expect(radio(page, 'Gold')).toBeChecked()
    await page.unroute(choose)
  }

  await page.route('/api/payment/cancel-subscription', (route) => route.abort())
  await button(page, 'Cancel subscription').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to cancel subscription. Please try again.')
})
