import type { Page } from '@playwright/test'
import { aFile, fetchLink, newAccount, newLink, signIn } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, test } from './fixtures.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function payWith(page: Page, number: string) {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await button(page, 'Pay').click()
}

test('after a declined card, a user can upgrade from Free to Plus with another card', async ({
  page,
  request,
  allow,
}) => {
  // The browser logs these statuses as errors.
  allow(/status of 40[02]/)
  await signIn(page, await newAccount(request))
  await page.goto('/subscription')
  await button(page, 'Continue').click()
  await expect(heading(page, 'Test checkout')).toBeVisible()
  await expect(
    page.getByText("This is a test checkout. You won't be charged, and real cards aren't accepted."),
  ).toBeVisible()
  await expect(heading(page, 'Test checkout')).toHaveCSS('font-family', /^"?Instrument Sans/)
  // Check that the font has loaded, because the browser would silently use a fallback.
  const fonts = () => page.evaluate(() => Array.from(document.fonts, ({ family, status }) => [family, status]))
  await expect.poll(fonts).toEqual([[expect.stringContaining('Instrument Sans'), 'loaded']])
  await expectAccessibleLayout(page)

  await button(page, 'Pay').click()
  await expect(page.getByText('Card number is required')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()

  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert')).toHaveText('Your card was declined. Try another card.')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await expectAccessible(page)

  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/subscription\/success\?session_id=/)
  await expect(heading(page, "You're on Plus")).toBeVisible()
  await expect(page.getByRole('main').getByRole('status')).toContainText(/It renews on \w+ \d+, \d{4}\./)
  const plan = page.getByRole('region', { name: 'Your plan' })
  await expect(plan).toContainText('$9.99 per month')
  await expect(plan).toContainText('250images in total')
  await expect(page).toHaveURL('/dashboard', { timeout: 10_000 })
})

test("photos that don't fit wait through the upgrade, and Back shows the result again", { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  // Until the upgrade, count 49 images more than there are.
  await page.route('/api/payment/subscription', async (route) => {
    const { data } = await (await route.fetch()).json()
    const usage = { ...data.usage, images: data.usage.images + 49 }
    await route.fulfill({ json: { success: true, data: { ...data, usage } } })
  })
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await expect(page.getByText('Room for 1 more image.')).toBeAttached()
  await page.getByLabel('Images to upload').setInputFiles([await aFile('fits.jpg'), await aFile('waits.jpg')])
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true })
  await expect(uploads.getByText("1 image doesn't fit on your plan.")).toBeVisible()
  await expect(uploads.getByRole('heading')).toHaveText('1 uploaded, 1 not uploaded')
  await uploads.getByRole('link', { name: 'Upgrade Plan' }).click()
  await page.unroute('/api/payment/subscription')
  await button(page, 'Continue').click()
  await page.getByRole('link', { name: 'Use test card' }).click()
  await button(page, 'Pay').click()
  await expect(page.getByText('1 image is still waiting.')).toBeVisible()
  await button(page, 'Add it').click()
  await expect(page).toHaveURL(`/upload/${link._id}`)
  await expect.poll(async () => (await fetchLink(request, account, link)).imageCount).toBe(2)

  let verifications = 0
  page.on('request', (sent) => {
    if (sent.url().includes('verify-subscription')) verifications += 1
  })
  await page.goBack()
  await expect(heading(page, "You're on Plus")).toBeVisible()
  await expect(page.getByText('Taking you to your dashboard.')).toHaveCount(0)
  expect(verifications).toBe(0)
})

test('a card can require confirmation, and a checkout can be canceled', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 402/)
  await signIn(page, await newAccount(request))
  await page.goto('/subscription?plan=gold')
  await button(page, 'Continue').click()
  await payWith(page, '4000 0025 0000 3155')
  await expect(heading(page, 'Confirm payment')).toBeVisible()
  await expectAccessible(page)
  await button(page, "Don't confirm").click()
  await expect(page.getByRole('alert')).toContainText("The payment wasn't confirmed.")

  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(heading(page, 'Checkout canceled')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard')
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: 'Try Again' }).click()
  await expect(page).toHaveURL('/subscription?plan=gold')
  await expect(page.getByRole('radio', { name: /^Gold,/ })).toBeChecked()

  await button(page, 'Continue').click()
  await expect(heading(page, 'Test checkout')).toBeVisible()
  await page.goBack()
  await expect(button(page, 'Continue')).toBeEnabled()
})

test('the checkout works by keyboard alone', { tag: '@full' }, async ({ page, request }) => {
  await signIn(page, await newAccount(request))
  await page.goto('/subscription')
  await expect(page.getByRole('radio', { checked: true })).toBeVisible()
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const reach = async (name: RegExp | string) => {
    for (let step = 0; step < 20; step += 1) {
      await press('Tab')
      const focused = page.locator(':focus')
      const label = (await focused.getAttribute('aria-label')) ?? (await focused.innerText())
      if (label.match(name)) return expect(focused).toBeInViewport()
    }
    throw new Error(`${name} can't be reached`)
  }
  await reach(/^Plus,/)
  await press('ArrowRight')
  await expect(page.locator('#choice')).toContainText('Gold, $19.99 per month.')
  await reach('Continue')
  await press('Enter')
  await expect(heading(page, 'Test checkout')).toBeVisible()
  await press('Tab')
  await page.keyboard.type('4242424242424242')
  await press('Tab')
  await page.keyboard.type('12/40')
  await press('Tab')
  await page.keyboard.type('123')
  await press('Enter')
  await expect(heading(page, "You're on Gold")).toBeVisible()
})
