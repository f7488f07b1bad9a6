import type { Page } from '@playwright/test'
import { type Account, newAccount, newLink, signIn, upgrade, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const limitSentence = "You have reached your plan's link limit. Please upgrade to create more links."
const titles = (page: Page) => page.getByRole('listitem').getByRole('heading', { level: 3 })
const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

async function open(page: Page, account: Account) {
  await signIn(page, account)
  await page.goto('/dashboard')
}

test('a new user is welcomed and sees their plan and where to start', async ({ page, request }) => {
  await open(page, await newAccount(request, 'Mara Lind'))
  await expect(page).toHaveTitle('Dashboard · Framelight')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Mara')
  await expect(page.getByText(/^Free plan/)).toBeVisible()
  await expect(page.getByRole('meter', { name: 'Links used' })).toHaveAttribute('aria-valuetext', '0 of 2')
  await expect(page.getByRole('meter', { name: 'Images used' })).toHaveAttribute('aria-valuetext', '0 of 50')
  await expect(page.getByRole('heading', { name: 'Total Views' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible()
  await expect(page.getByText('Get started by creating a new link.')).toBeVisible()
  await expect(page.getByLabel('Search links')).toHaveCount(0)
  await expect(page.getByText('Plus gives you 10 links and 250 images for $9.99 per month.')).toBeVisible()
  for (const way of await page.getByRole('link', { name: 'Upgrade Plan' }).all()) {
    await expect(way).toHaveAttribute('href', '/subscription')
  }
  await expect(page.getByText('Get 10 more links')).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: 'Create New Link' }).click()
  await expect(page).toHaveURL('/links/create')
})

test('a returning user is welcomed back, and the banner says how many more links Plus offers', async ({
  page,
  request,
}) => {
  const account = await newAccount(request, 'Mara Lind')
  await newLink(request, account)
  const longAgo = { ...account.user, createdAt: '2026-01-01T00:00:00.000Z' }
  // According to the specification, the response can also consist of only the user.
  await page.route('/api/auth/me', (route) => route.fulfill({ json: longAgo }))
  await open(page, account)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Mara')
  await expect(page.getByText('Get 9 more links')).toBeVisible()
})

test('a user without a subscription is on Free, and a subscription can contain its plan as an object', async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  await page.route('/api/payment/subscription', (route) => route.fulfill({ json: { success: true, data: null } }))
  await open(page, account)
  await expect(page.getByText(/^Free plan/)).toBeVisible()
  const subscription = { plan: { id: 'gold', name: 'Gold' }, status: 'active' }
  await page.route('/api/payment/subscription', (route) => route.fulfill({ json: subscription }))
  await page.reload()
  await expect(page.getByText(/^Gold plan/)).toBeVisible()
})

test('at the link limit, the page explains why no link can be created', async ({ page, request }) => {
  const account = await newAccount(request)
  const first = await newLink(request, account, { title: 'One' })
  await newLink(request, account, { title: 'Two' })
  await upload(request, account, first)
  await open(page, account)
  await expect(page.getByRole('button', { name: 'Create New Link' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Create New Link' })).toHaveAccessibleDescription(limitSentence)
  await expect(page.getByText('Limit reached!')).toBeVisible()
  await expect(page.getByText('100% used')).toBeVisible()
  await expect(page.getByText('2% used')).toBeVisible()
  await expectAccessibleLayout(page)
})

test('sample photos rotate every five seconds, unless paused or with reduced motion', async ({ page, request }) => {
  const account = await newAccount(request)
  await page.clock.install()
  await signIn(page, account)
  await page.goto('/dashboard')
  const carousel = page.getByRole('region', { name: 'Featured Images' })
  const shown = (picture: string) => expect(carousel.getByRole('img')).toHaveAccessibleName(picture)
  const dot = (number: number) => carousel.getByRole('button', { name: `Image ${number} of 3` })
  await shown('Dunes at first light')
  await page.clock.runFor(4900)
  await shown('Dunes at first light')
  await page.clock.runFor(200)
  await shown('Northern lights over a still lake')
  await expect(dot(2)).toHaveAttribute('aria-current', 'true')
  await page.clock.runFor(5000)
  await shown('A forest in fog')
  await page.clock.runFor(5000)
  await shown('Dunes at first light')

  await carousel.getByRole('button', { name: 'Pause' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await shown('Dunes at first light')
  await dot(3).click()
  await shown('A forest in fog')
  await carousel.getByRole('button', { name: 'Play' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(5000)
  await shown('Dunes at first light')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(carousel.getByRole('button', { name: 'Pause' })).toHaveCount(0)
  await page.clock.runFor(20_000)
  await shown('Dunes at first light')
  await dot(2).click()
  await shown('Northern lights over a still lake')
})

test('link cards show details and can be searched and sorted', async ({ page, request, context }) => {
  const account = await newAccount(request)
  await upgrade(request, account, 'plus')
  const description = `${'A walk along the coast. '.repeat(4)}Here it goes on and on.`
  const dunes = await newLink(request, account, {
    title: 'Dunes',
    description,
    expiresAt: new Date(Date.now() + 86_400_000 * 20).toISOString(),
  })
  await upload(request, account, dunes, { title: 'First light' })
  await upload(request, account, dunes)
  const ended = await newLink(request, account, {
    title: 'after hours',
    expiresAt: new Date(Date.now() + 300).toISOString(),
  })
  await newLink(request, account, { title: 'Ellie', description: 'For the brewery', isPrivate: true })
  const headers = { authorization: `Bearer ${account.token}` }
  const endedNow = async () => (await (await request.get(`/api/links/${ended._id}`, { headers })).json()).data.isExpired
  await expect.poll(endedNow).toBe(true)
  await open(page, account)

  await expect(titles(page)).toHaveText(['Ellie', 'after hours', 'Dunes'])
  await expect(page.getByRole('link', { name: 'Upgrade Plan' })).toHaveCount(0)
  await expect(card(page, 'Dunes')).toContainText(
    `Dunes${description.slice(0, 100).trimEnd()}…No views yet. Share itPublic0 views2 images`,
  )
  await expect(card(page, 'Dunes')).toContainText(/Created \w{3} \d+, \d{4}Expires \w{3} \d+, \d{4}/)
  await expect(card(page, 'Dunes')).toContainText(`/links/${dunes.slug}`)
  await expect(card(page, 'Dunes').locator('img')).toHaveJSProperty('complete', true)
  await expect(card(page, 'Ellie')).toContainText('No ImageEllieFor the breweryAdd imagesPrivate')
  await expect(card(page, 'Ellie').getByRole('link', { name: /^Add images/ })).toHaveAttribute('href', /^\/upload\//)
  await expect(card(page, 'after hours')).toContainText('Expired. Reopen')
  await expect(card(page, 'after hours')).toContainText(/Public0 views0 imagesExpired/)
  await expectAccessibleLayout(page)

  const search = page.getByPlaceholder('Search links...')
  await search.fill('BREWERY')
  await expect(titles(page)).toHaveText(['Ellie'])
  await expect(page.getByRole('status')).toContainText(['1 link found'])
  await search.fill('no such thing')
  await expect(page.getByText('No links match "no such thing".')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search).toBeFocused()

  const sorts = page.getByLabel('Sort links')
  await expect(sorts.locator('option:checked')).toHaveText('Newest first')
  await sorts.selectOption('Oldest first')
  await expect(titles(page)).toHaveText(['Dunes', 'after hours', 'Ellie'])
  await sorts.selectOption('Title A-Z')
  await expect(titles(page)).toHaveText(['after hours', 'Dunes', 'Ellie'])
  await sorts.selectOption('Title Z-A')
  await expect(titles(page)).toHaveText(['Ellie', 'Dunes', 'after hours'])
  await sorts.selectOption('Most images')
  await expect(titles(page).first()).toHaveText('Dunes')
  await sorts.selectOption('Most views')
  await expect(titles(page)).toHaveCount(3)

  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await card(page, 'Dunes').getByRole('button', { name: 'Copy link to Dunes' }).click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${new URL(page.url()).origin}/links/${dunes.slug}`)
  await expect(card(page, 'Dunes').getByRole('link', { name: 'View Dunes' })).toHaveAttribute(
    'href',
    `/links/${dunes.slug}`,
  )
  await card(page, 'Dunes').getByRole('link', { name: 'Edit Dunes' }).click()
  await expect(page).toHaveURL(`/links/edit/${dunes._id}`)
})

test('a link can be deleted from its card, and a failure shows an error', async ({ page, request, allow }) => {
  allow(/status of 500/)
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Sunday table' })
  await newLink(request, account, { title: 'The other' })
  await open(page, account)
  const opener = page.getByRole('button', { name: 'Delete Sunday table' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete Link' })
  await expect(dialog).toContainText(
    'Are you sure you want to delete the link "Sunday table"? This action cannot be undone.',
  )
  await expect(dialog).toContainText('All images associated with this link will also be deleted.')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessibleLayout(page)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.route(`/api/links/${link._id}`, (route) => route.fulfill({ status: 500, body: '' }))
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Failed to delete link. Please try again.')
  await page.unroute(`/api/links/${link._id}`)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(titles(page)).toHaveText(['The other'])
  await expect(page.getByRole('heading', { name: 'Your Links' })).toBeFocused()
  await expect(page.getByRole('meter', { name: 'Links used' })).toHaveAttribute('aria-valuetext', '1 of 2')
  await expect(page.getByRole('link', { name: 'Create New Link' })).toBeVisible()
  const headers = { authorization: `Bearer ${account.token}` }
  expect((await request.get(`/api/links/${link._id}`, { headers })).status()).toBe(404)
})

test('for a link without a slug or ID, View and Edit are disabled and Copy shows an error', async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Half a link' })
  const half = { ...link, slug: '', _id: '' }
  await page.route('/api/links', (route) => route.fulfill({ json: { success: true, data: [half] } }))
  await open(page, account)
  const view = page.getByRole('button', { name: 'View Half a link' })
  await expect(view).toBeDisabled()
  await expect(view).toHaveAttribute('title', 'Link unavailable')
  const edit = page.getByRole('button', { name: 'Edit Half a link' })
  await expect(edit).toBeDisabled()
  await expect(edit).toHaveAttribute('title', 'Cannot edit: Invalid link ID')
  await page.getByRole('button', { name: 'Copy link to Half a link' }).click()
  await expect(page.getByText('Cannot copy link: Invalid or missing slug')).toBeVisible()
})

test('failed loads on the dashboard show errors and can be retried', async ({ page, request, allow }) => {
  allow(/status of 4\d\d/)
  const account = await newAccount(request)
  await newLink(request, account, { title: 'Still here' })
  await page.route('/api/links', (route) => route.fulfill({ status: 404, body: '' }))
  const sentence = 'Too many requests. Try again in a minute.'
  await page.route('/api/payment/subscription', (route) =>
    route.fulfill({ status: 429, json: { success: false, code: 'RATE_LIMITED', message: sentence, error: sentence } }),
  )
  await open(page, account)
  await expect(page.getByRole('alert')).toHaveText(['Failed to fetch links. Please try again.', sentence])
  await expectAccessibleLayout(page)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(titles(page)).toHaveText(['Still here'])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(/^Free plan/)).toBeVisible()
})
