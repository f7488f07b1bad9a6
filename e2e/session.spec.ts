import type { Page } from '@playwright/test'
import { type Account, forgetSession, newAccount, newLink, openPart, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'
import { pressLogin } from './recipients.ts'

// These tests wait for each page to load, because leaving earlier would cancel its requests.

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort())
const accountHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Account Settings' })

async function login(page: Page, { email, password }: Account) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
}

/** Clicks an item in the account menu, or in the sheet on a phone. */
async function choose(page: Page, label: string) {
  await page.getByRole('button', { name: /^(Mara|Menu)$/ }).click()
  await page.locator('[role=menu], dialog').getByText(label, { exact: true }).click()
}

/** Navigates from the home page to a protected page without reloading the app. */
async function askForSettings(page: Page) {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('link', { name: 'FAQ', exact: true }).first().click()
  await page.getByText('Can I see where I’m logged in?').click()
  await page.getByRole('link', { name: 'Account Settings' }).first().click()
}

test('logging out opens the home page, clears local data and protects pages again', async ({ page, request }) => {
  const account = await newAccount(request)
  await signIn(page, account)
  await page.goto('/account')
  await choose(page, 'Logout')
  await expect(page.getByText('You have been logged out')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await stored(page)).toEqual([])
  const asked = () => request.get('/api/auth/me', { headers: { authorization: `Bearer ${account.token}` } })
  await expect.poll(async () => (await asked()).status()).toBe(401)

  await askForSettings(page)
  await expect(page).toHaveURL('/login')
  await login(page, account)
  await expect(page).toHaveURL('/account')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await askForSettings(page)
  await expect(page).toHaveURL('/login')
})

test('an ended session redirects to login and back', { tag: '@full' }, async ({ page, request, allow }) => {
  allow(/status of 401 .*\/api\/(payment\/subscription|auth\/(sessions|notifications|export)|activity)$/)
  const account = await newAccount(request)
  await signIn(page, account)
  // Wait for the bell's last poll before the session ends.
  const activity = page.waitForResponse('**/api/activity')
  await page.goto('/faq')
  await activity
  await expect(page.getByRole('button', { name: /^(Mara|Menu)$/ })).toBeVisible()
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${account.token}` } })
  await page.evaluate(() =>
    window.addEventListener('auth-expired', () => {
      document.title = `${document.title} (expired)`
    }),
  )
  const refusal = page.waitForResponse('**/api/payment/subscription')
  await choose(page, 'Account Settings')
  expect((await refusal).status()).toBe(401)
  await expect(page).toHaveURL('/login')
  expect(await stored(page)).toEqual([])
  await login(page, account)
  await expect(page).toHaveURL('/account')
})

test('the app starts with a one-second spinner, except on recipient pages', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const image = await upload(request, account, link)
  const spinner = page.getByRole('status', { name: 'Starting' })
  await page.clock.install({ time: '2026-11-15T08:00:00Z' })
  await page.clock.pauseAt('2026-11-15T08:00:01Z')

  await page.goto('/faq')
  await page.waitForLoadState('networkidle')
  await page.clock.runFor(999)
  await expect(spinner).toBeVisible()
  // The page behind the spinner is already rendered.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.runFor(1)
  await expect(spinner).toBeHidden()

  for (const path of [`/links/${link.slug}`, `/images/${image._id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(spinner).toHaveCount(0)
  }
})

test('two tabs share the session', async ({ page, context, request }) => {
  const account = await newAccount(request)
  await signIn(page, account)
  const other = await context.newPage()
  await Promise.all([page.goto('/account'), other.goto('/account')])
  await expect(accountHeading(other)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL('/login')

  await page.goto('/login')
  await login(page, account)
  await expect(page).toHaveURL('/dashboard')
  await expect(other).toHaveURL('/account')
  await expect(accountHeading(other)).toBeVisible()
})

test('the account menu shows the first name and works by keyboard', async ({ page, request, isMobile }) => {
  await signIn(page, await newAccount(request, 'Åsa Maria Berg'))
  await page.goto('/faq')
  const opener = page.getByRole('button', { name: isMobile ? 'Menu' : 'Åsa', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  const menu = isMobile ? page.getByRole('dialog') : page.getByRole('menu')
  await expect(menu).toBeVisible()
  if (isMobile) await expect(menu.getByText('Åsa', { exact: true })).toBeVisible()
  for (const label of ['Account Settings', 'Subscription', 'Logout']) await expect(menu.getByText(label)).toBeVisible()
  await expectAccessibleLayout(page)
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(opener).toBeFocused()

  await page.keyboard.press('Enter')
  const entry = isMobile
    ? menu.getByRole('link', { name: 'Account Settings' })
    : menu.getByRole('menuitem', { name: 'Account Settings' })
  await expect(entry).toBeVisible()
  if (!isMobile) await expect(menu.getByRole('menuitem', { name: 'Studio' })).toBeFocused()
  const next = isMobile ? 'Tab' : 'ArrowDown'
  while (!(await entry.evaluate((it) => it === document.activeElement))) await page.keyboard.press(next)
  await expect(entry).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account')
  await expect(menu).toBeHidden()
})

test('login returns to the same page, with its query and hash', { tag: '@full' }, async ({
  page,
  request,
  isMobile,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const image = await upload(request, account, link)
  for (const place of [`/links/${link.slug}?from=card`, `/images/${image._id}#comments`, '/pricing']) {
    await page.goto(place)
    await pressLogin(page, isMobile)
    await expect(page).toHaveURL('/login')
    await login(page, account)
    await expect(page).toHaveURL(place)
    await forgetSession(page)
  }
})

test('if the session ends while saving, the edit is restored after logging in', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 401/)
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Dunes' })
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  const inTenDays = new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(
    Date.now() + 10 * 86_400_000,
  )
  await page.getByLabel('Title').fill('Dunes at dawn')
  await page.getByLabel('Description').fill('Before anybody was up.')
  await openPart(page, 'Who can see it')
  await page.getByLabel('Set an expiration date').check()
  await page.getByLabel('Date', { exact: true }).fill(inTenDays)
  await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${account.token}` } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended. Log in again to pick up where you left off.')).toBeVisible()
  expect(await stored(page)).toEqual([])

  await login(page, account)
  await expect(page).toHaveURL(`/links/edit/${link._id}`)
  await expect(page.getByLabel('Title')).toHaveValue('Dunes at dawn')
  await expect(page.getByLabel('Description')).toHaveValue('Before anybody was up.')
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(inTenDays)
  const saved = page.waitForRequest((sending) => sending.method() === 'PUT')
  await page.getByRole('button', { name: 'Save changes' }).click()
  expect((await saved).postDataJSON()).toMatchObject({ title: 'Dunes at dawn', description: 'Before anybody was up.' })
  await expect(page.getByText('Changes saved')).toBeVisible()
})
