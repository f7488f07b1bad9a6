import type { Page } from '@playwright/test'
import { plans } from '#shared/plans.ts'
import { newAccount, signIn, upgrade } from './arrange.ts'
import { expect, expectAccessibleLayout, expectNoHorizontalScroll, test } from './fixtures.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const verifyUrl = '/api/payment/verify-subscription?*'
const unpaid = { status: 400, json: { message: "This checkout hasn't been paid yet.", code: 'VALIDATION_FAILED' } }
const onGold = {
  plan: 'gold',
  planDetails: plans.gold,
  status: 'active',
  currentPeriodEnd: '2026-12-12T12:00:00Z',
  usage: { links: 0, images: 0 },
}

test.describe('with a fake clock, the checkout result', () => {
  const start = new Date('2026-11-15T12:00:00Z')
  /** Opens the result page with a paused clock, and advances the clock in 50 ms steps until the page is rendered. */
  async function openResult(page: Page) {
    await page.clock.install({ time: start })
    await page.clock.pauseAt(start.getTime() + 1000)
    await page.goto('/subscription/success?session_id=test_1')
    // React also needs the clock to show a page after its code has loaded.
    await expect(async () => {
      await page.clock.runFor(50)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 100 })
    }).toPass()
  }

  function count(page: Page, url: RegExp) {
    const seen = { calls: 0 }
    page.on('request', (request) => {
      if (url.test(request.url())) seen.calls += 1
    })
    return seen
  }

  test("stays open for 15 seconds, then opens the dashboard, if the server doesn't respond", async ({
    page,
    request,
  }) => {
    await signIn(page, await newAccount(request))
    await page.route(verifyUrl, () => {})
    await openResult(page)
    await expect(heading(page, 'Verifying your subscription')).toBeVisible()
    await page.clock.runFor(14_900)
    await expect(page).toHaveURL(/success/)
    await expectNoHorizontalScroll(page)
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/dashboard')
  })

  test('retries five times with backoff after network errors, then fetches the plan', async ({
    page,
    request,
    allow,
  }) => {
    allow(/net::ERR_(FAILED|INTERNET)/)
    const account = await newAccount(request)
    await upgrade(request, account, 'plus')
    await signIn(page, account)
    await page.route(verifyUrl, (route) => route.abort())
    const verifications = count(page, /verify-subscription/)
    await openResult(page)
    for (const [index, ms] of [2000, 3000, 4500, 6750, 10_000].entries()) {
      await expect(page.getByText('Verification in progress, please wait...')).toBeVisible()
      await page.clock.runFor(ms - 100)
      expect(verifications.calls).toBe(index + 1)
      await page.clock.runFor(100)
      await expect.poll(() => verifications.calls).toBe(index + 2)
    }
    await expect(heading(page, "You're on Plus")).toBeVisible()
  })

  test('refetches the subscription after 1 second and opens the dashboard after 3 seconds', async ({
    page,
    request,
  }) => {
    await signIn(page, await newAccount(request))
    for (const url of [verifyUrl, '/api/payment/subscription'])
      await page.route(url, (route) => route.fulfill({ json: { success: true, data: onGold } }))
    const fetches = count(page, /payment\/subscription/)
    await openResult(page)
    await expect(heading(page, "You're on Gold")).toBeVisible()
    await page.clock.runFor(900)
    expect(fetches.calls).toBe(0)
    await page.clock.runFor(200)
    await expect.poll(() => fetches.calls).toBe(1)
    await page.clock.runFor(1800)
    await expect(heading(page, "You're on Gold")).toBeVisible()
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/dashboard')
  })

  test('shows an error and retries once if the verification is rejected', async ({ page, request, allow }) => {
    allow(/status of 400/)
    await signIn(page, await newAccount(request))
    await page.route(verifyUrl, (route) => route.fulfill(unpaid))
    const verifications = count(page, /verify-subscription/)
    const fetches = count(page, /payment\/subscription/)
    await openResult(page)
    await expect(page.getByRole('alert')).toHaveText("This checkout hasn't been paid yet.")
    await expect.poll(() => fetches.calls).toBe(1)
    await page.clock.runFor(1900)
    expect(verifications.calls).toBe(1)
    await page.clock.runFor(100)
    await expect(heading(page, 'Verification Still in Progress')).toBeVisible()
    expect(verifications.calls).toBe(2)
    await expect(page.getByRole('link', { name: 'Continue to Dashboard' })).toHaveAttribute('href', '/dashboard')

    await button(page, 'Try again').click()
    await expect(page.getByRole('alert')).toHaveText("This checkout hasn't been paid yet.")
    expect(verifications.calls).toBe(3)
    await page.clock.runFor(2100)
    await expect(heading(page, 'Verification Still in Progress')).toBeVisible()
    // axe needs a running clock.
    await page.clock.resume()
    await expectAccessibleLayout(page)
    await page.evaluate(() => localStorage.removeItem('authToken'))
    await button(page, 'Try again').click()
    await expect(page.getByRole('alert')).toHaveText('Authentication token not found. Please log in again.')
  })
})

const passingSteps = [
  ['Verification in progress, please wait...', 'abort'],
  ["This checkout hasn't been paid yet.", unpaid],
  ["You're on Gold", { json: { success: true, data: onGold } }],
] as const

for (const [words, answer] of passingSteps) {
  test(`the checkout result is accessible while it shows "${words}"`, async ({ page, request, allow }) => {
    allow(/net::ERR_FAILED|status of 400/)
    await signIn(page, await newAccount(request))
    await page.route(verifyUrl, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)))
    // Keep this step on screen, without animations.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(() => {
      const usual = window.setTimeout
      const held = (run: () => void, ms = 0) => usual(run, ms > 1000 ? 1e8 : ms)
      window.setTimeout = held as typeof window.setTimeout
    })
    await page.goto('/subscription/success?session_id=test_1')
    await expect(page.getByText(words)).toBeVisible()
    await expectAccessibleLayout(page)
  })
}

test('a result URL without a session ID shows an error and links to other pages', async ({ page, request }) => {
  await signIn(page, await newAccount(request))
  await page.goto('/subscription/success')
  await expect(page.getByRole('alert')).toHaveText(
    'No session ID found in the URL. Please try again or contact support.',
  )
  const ways = page.getByRole('main').getByRole('link')
  await expect(ways).toHaveText(['Choose a plan', 'Go to Dashboard', 'Contact support'])
  await expectAccessibleLayout(page)
})

test("the verification of an unknown checkout isn't retried", async ({ page, request, allow }) => {
  allow(/status of 404 .*verify-subscription/)
  await signIn(page, await newAccount(request))
  await page.clock.install()
  await page.goto('/subscription/success?session_id=test_unknown')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toHaveText("This checkout doesn't exist.")
  // Wait long enough for two attempts.
  await page.clock.runFor(20_000)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Nothing to verify')
  await expect(main.getByRole('alert')).toHaveText("This checkout doesn't exist.")
  await expect(main).toContainText("Your plan hasn't changed.")
  await expect(main).not.toContainText(/in progress|update automatically/i)
  await expect(main.getByRole('link')).toHaveText(['Choose a plan', 'Go to Dashboard', 'Contact support'])
})

test("a logged-out visitor is sent to the login page, which remembers the result's URL", async ({ page }) => {
  await page.goto('/subscription/success?session_id=test_1')
  await expect(page).toHaveURL('/login')
  await expect(
    page.getByText('You need to be logged in to verify your subscription. Please log in and try again.'),
  ).toBeVisible()
  expect(await page.evaluate(() => history.state.usr)).toEqual({ from: '/subscription/success?session_id=test_1' })
})
