import type { Browser, Page } from '@playwright/test'
import { newAccount, newLink, openPart, signIn, upload } from './arrange.ts'
import { expect, expectAccessible, expectAccessibleLayout, test } from './fixtures.ts'
import { newDateUrl } from './outbox.ts'

/** Playwright's own user agent counts as a bot, and bots must press a button to accept an invitation. */
const userAgent =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'

const aPhone = async (browser: Browser, options: { javaScriptEnabled?: boolean } = {}) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    userAgent,
    ...options,
  })
  return context.newPage()
}

const gate = (page: Page) => page.getByRole('heading', { name: 'Enter the password' })
const gallery = (page: Page) => page.getByRole('heading', { level: 1, name: 'A Year Outside' })

async function enter(page: Page, password: string) {
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
}

test('a password unlocks a gallery on a phone, with and without JavaScript', async ({ page, request, browser }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const other = await newLink(request, account, { title: 'Another', password: 'another-password' })
  await upload(request, account, link)
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  await openPart(page, 'Who can see it')
  await page.getByRole('radio', { name: 'Password' }).check()
  const field = page.getByRole('textbox', { name: 'Password' })
  const password = await field.inputValue()
  expect(password).toMatch(/^[a-z]+(-[a-z]+){3}$/)
  await field.fill('short')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await field.fill(password)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Password is on')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A Year Outside' }) })
  await expect(card.getByText('Password', { exact: true })).toBeVisible()

  const visitor = await aPhone(browser)
  await visitor.goto(`/links/${link.slug}`)
  await expect(visitor.getByRole('button', { name: 'Show password' })).toBeVisible()
  await expectAccessible(visitor)
  await enter(visitor, 'not the password')
  await expect(visitor.getByText('Wrong password. Check capital letters and try again.')).toBeVisible()
  await enter(visitor, password)
  await expect(gallery(visitor)).toBeVisible()
  await visitor.reload()
  await expect(gallery(visitor)).toBeVisible()
  await visitor.goto(`/links/${other.slug}`)
  await expect(gate(visitor)).toBeVisible()
  await visitor.goBack()
  await expect(gallery(visitor)).toBeVisible()

  const plain = await aPhone(browser, { javaScriptEnabled: false })
  await plain.goto(`/links/${other.slug}`)
  await expect(plain.locator('main form')).toHaveAttribute('action', `/links/${other.slug}/unlock`)
  await plain.goto(`/links/${link.slug}`)
  // Only the inlined CSS styles the button.
  expect((await plain.getByRole('button', { name: 'Open the gallery' }).boundingBox())?.height).toBeGreaterThanOrEqual(
    44,
  )
  await enter(plain, 'not the password')
  await expect(plain.getByText('Wrong password. Check capital letters and try again.')).toBeVisible()
  await enter(plain, password)
  await expect(gallery(plain)).toBeVisible()

  const headers = { authorization: `Bearer ${account.token}` }
  await request.put(`/api/links/${link._id}`, { headers, data: { password: 'quite another one' } })
  await visitor.reload()
  await expect(gate(visitor)).toBeVisible()
  await plain.context().close()
  await visitor.context().close()
})

test("an invitation created by keyboard opens a private gallery until it's revoked", async ({
  page,
  request,
  browser,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { isPrivate: true })
  await upload(request, account, link)
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)

  await page.getByRole('button', { name: 'Share' }).focus()
  await page.keyboard.press('Enter')
  const sharing = page.getByRole('dialog', { name: 'Share “A Year Outside”' })
  await expect(sharing.getByText(/^This link is private, so others can't open it/)).toBeVisible()
  await sharing.getByRole('link', { name: 'Invite someone' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Invitations', exact: true })).toBeInViewport()

  await page.getByRole('button', { name: 'Invite someone' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite someone' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await page.keyboard.type('Anna & Tom')
  await expectAccessible(page)
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 844, height: 390 })
  await dialog.getByLabel('Expires').scrollIntoViewIfNeeded()
  for (const part of [dialog.getByRole('heading'), dialog.getByRole('button', { name: 'Cancel' })]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  if (screen) await page.setViewportSize(screen)
  await page.keyboard.press('Enter')
  const made = page.getByRole('dialog', { name: "Anna & Tom's personal link" })
  const address = await made.getByLabel('Personal link').inputValue()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not opened yet')).toBeVisible()

  const visitor = await aPhone(browser)
  await visitor.goto(address)
  await expect(visitor).toHaveURL(`/links/${link.slug}`)
  await expect(gallery(visitor)).toBeVisible()
  const counted = visitor.waitForResponse((answer) => answer.url().endsWith('/visit'))
  await visitor.reload()
  await counted
  const file = (await visitor.locator('main img').first().getAttribute('src')) ?? ''
  expect((await visitor.request.get(file)).status()).toBe(200)

  await page.reload()
  await openPart(page, 'Who can see it')
  await expect(page.getByText('Opened once, today')).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: '1 person invited' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Invitations', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'More actions for Anna & Tom' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter')
  const question = page.getByRole('dialog', { name: "Revoke Anna & Tom's invitation?" })
  await question.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(page.getByText(/^Revoked on /)).toBeVisible()
  await expect(page.getByRole('link', { name: '1 person invited' })).toHaveCount(0)
  await expect.poll(async () => (await visitor.request.get(file)).status(), { timeout: 1000 }).toBe(403)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Private Link' })).toBeVisible()

  await page.getByRole('button', { name: 'Restore the invitation for Anna & Tom' }).press('Enter')
  await expect(page.getByText("Anna & Tom's link works again")).toBeVisible()
  await visitor.goto(address)
  await expect(gallery(visitor)).toBeVisible()
  await visitor.context().close()
})

test('an invitation opens a private gallery without JavaScript, and an expired one returns 410', {
  tag: '@full',
}, async ({ request, browser }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { isPrivate: true })
  await upload(request, account, link)
  const invite = async (fields: object) => {
    const headers = { authorization: `Bearer ${account.token}` }
    const answer = await request.post(`/api/links/${link._id}/invitations`, {
      headers,
      data: { name: 'Anna & Tom', ...fields },
    })
    return (await answer.json()).data.url as string
  }
  const plain = await aPhone(browser, { javaScriptEnabled: false })
  await plain.goto(await invite({}))
  await expect(plain).toHaveURL(`/links/${link.slug}`)
  await expect(gallery(plain)).toBeVisible()
  await plain.reload()
  await expect(gallery(plain)).toBeVisible()
  await plain.context().close()

  const address = await invite({ expiresAt: new Date(Date.now() + 20_000).toISOString() })
  const late = await aPhone(browser)
  await late.goto(address)
  await expect(gallery(late)).toBeVisible()
  await expect.poll(async () => (await late.reload())?.status(), { timeout: 40_000 }).toBe(403)
  await expect(late.getByRole('heading', { name: 'Private Link' })).toBeVisible()
  expect((await late.goto(address))?.status()).toBe(410)
  await expect(late.getByRole('heading', { name: 'Invitation expired' })).toBeVisible()
  await expectAccessible(late)
  await late.context().close()
})

test("a preview as an invited visitor rejects favorites and doesn't count as opened", { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  // These errors are expected, because the page first loads without a session and previews reject favorites.
  allow(/status of 403/)
  const account = await newAccount(request)
  const link = await newLink(request, account, { isPrivate: true, allowDownloads: false, opening: 'wall' })
  for (const title of ['Dunes', 'Ridges']) await upload(request, account, link, { title })
  const headers = { authorization: `Bearer ${account.token}` }
  await request.post(`/api/links/${link._id}/invitations`, {
    headers,
    data: { name: 'Anna & Tom', rights: { download: true, choose: true, comment: false } },
  })
  await signIn(page, account)
  await page.goto(`/links/${link.slug}`)
  await expect(page.getByRole('region', { name: 'Owner Controls' })).toBeVisible()

  await page.goto(`/links/edit/${link._id}#invitations`)
  await page.getByRole('button', { name: 'More actions for Anna & Tom' }).press('Enter')
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'Preview as Anna & Tom' }).press('Enter')
  const view = await opened
  await expect(gallery(view)).toBeVisible()
  await expect(view.getByText('Viewing as Anna & Tom.')).toBeVisible()
  await expect(view.getByRole('region', { name: 'Owner Controls' })).toHaveCount(0)
  await expect(view.getByRole('button', { name: 'Download all' }).first()).toBeAttached()
  await expectAccessibleLayout(view)

  const refused = view.waitForResponse((answer) => answer.url().endsWith('/choice') && answer.status() === 403)
  await view.getByRole('button', { name: 'Favorite Dunes' }).click()
  await refused
  await expect(view.getByText("You can't change anything.")).toBeVisible()
  await expect(view.getByRole('button', { name: 'Favorite Dunes' })).toHaveAttribute('aria-pressed', 'false')
  await view.reload()
  await expect(view.getByText('Viewing as Anna & Tom.')).toBeVisible()
  await view.getByRole('link', { name: 'Back to the link' }).click()
  await expect(view.getByRole('heading', { name: 'Edit Link' })).toBeVisible()
  await expect(view.getByText('Not opened yet')).toBeVisible()
})

test("a visitor asks for more time, and the owner's email links to the expiry date", { tag: '@full' }, async ({
  page,
  request,
  browser,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { expiresAt: new Date(Date.now() + 300).toISOString() })
  const visitor = await aPhone(browser)
  await expect.poll(async () => (await visitor.goto(`/links/${link.slug}`))?.status()).toBe(410)
  await visitor.getByRole('button', { name: 'Ask for more time' }).click()
  await visitor.getByLabel('Name').fill('Lena Brandt')
  await visitor.getByLabel('Message').fill('A week more would be lovely.')
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'Ask for more time' }).click()
  await expect(visitor.getByRole('heading', { name: 'Request sent' })).toBeVisible()
  await visitor.context().close()

  await signIn(page, account)
  await page.goto(await newDateUrl(account.email))
  await expect(page.getByLabel('Date', { exact: true })).toBeFocused()
})
