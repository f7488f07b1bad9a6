import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import jsqr from 'jsqr'
import sharp from 'sharp'
import type { Link } from '#shared/links.ts'
import { type Account, aFile, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, expectNoHorizontalScroll, test } from './fixtures.ts'

const dayMs = 86_400_000

/** Formats a date like the date field. The tests and the browser share a clock and a time zone. */
const dayText = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(date)
const daysAhead = (days: number) => new Date(Date.now() + days * dayMs)

const title = (page: Page) => page.getByLabel('Title')
const date = (page: Page) => page.getByLabel('Date', { exact: true })

async function fetchLink(request: APIRequestContext, { token }: Account, id: string) {
  const answer = await request.get(`/api/links/${id}`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status(), link: (await answer.json()).data as Link }
}

async function decode(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('only changed fields are sent, and leaving with unsaved changes must be confirmed', async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Dunes', expiresAt: daysAhead(3.01).toISOString() })
  await upload(request, account, link, { title: 'First light' })
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  const about = page.getByRole('complementary', { name: 'About this link' })
  await expect(about).toContainText(/Views0Images1Created.+Expires.+/)
  await expect(about.getByRole('img', { name: 'First light' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'View Link' })).toHaveAttribute('href', `/links/${link.slug}`)
  await expect(page.getByRole('link', { name: 'Manage Images' })).toHaveAttribute('href', `/upload/${link._id}`)
  await expect(page.getByLabel('Custom link')).toHaveAttribute('readonly')
  await expect(date(page)).toHaveValue(dayText(new Date(link.expiresAt ?? '')))
  await expectAccessibleLayout(page)

  await title(page).fill('Dunes at dawn')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(title(page)).toHaveValue('Dunes at dawn')
  await page.getByLabel('Show camera details').check()
  const sent = page.waitForRequest((sending) => sending.method() === 'PUT')
  await page.getByRole('button', { name: 'Save changes' }).click()
  expect((await sent).postDataJSON()).toEqual({ title: 'Dunes at dawn', cameraDetails: true })
  await expect(page.getByText('Changes saved')).toBeVisible()
  expect((await fetchLink(request, account, link._id)).link).toMatchObject({
    title: 'Dunes at dawn',
    cameraDetails: true,
    expiresAt: link.expiresAt,
  })

  await title(page).fill('Something else')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Dunes at dawn' })).toBeVisible()
})

test('an expired link shows a notice and can be renamed and deleted', async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Sunday', expiresAt: new Date(Date.now() + 300).toISOString() })
  await upload(request, account, link)
  await upload(request, account, link)
  await expect.poll(async () => (await fetchLink(request, account, link._id)).link.isExpired).toBe(true)
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  await expect(page.getByText(/^This link expired on .+ Pick a new date to reopen it\.$/)).toBeVisible()
  await title(page).fill('Sunday table')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()

  await expect(page.getByText('This also deletes its 2 images and their comments.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Link' })
  await expect(dialog).toContainText('delete the link "Sunday table"? This action cannot be undone.')
  await expect(dialog).toContainText('All images associated with this link will also be deleted.')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'No links yet' })).toBeVisible()
  expect((await fetchLink(request, account, link._id)).status).toBe(404)
})

test("missing links and other people's links can't be edited", async ({ page, request, allow }) => {
  allow(/status of 40[34]/)
  const [owner, other] = [await newAccount(request), await newAccount(request)]
  const shown = await newLink(request, owner, { title: 'For all to see' })
  const hidden = await newLink(request, owner, { isPrivate: true })
  await signIn(page, other)
  for (const id of [shown._id, hidden._id, 'no-such-link']) {
    await page.goto(`/links/edit/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unable to fetch the link')
  }
  await expect(page.getByLabel('Title')).toHaveCount(0)
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a link can be copied and shared by share sheet, email and QR code', async ({ page, request, context }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, { title: 'Dunes & sea' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const share = (given: ShareData) => {
      Object.assign(window, { given })
      return Promise.reject(new DOMException('Changed my mind', 'AbortError'))
    }
    Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  })
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  const address = `${new URL(page.url()).origin}/links/${link.slug}`
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await page.getByRole('button', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share "Dunes & sea"' })
  await expect(dialog.getByLabel('Link URL')).toHaveValue(address)
  // The button gets focus, not the URL, so no text is selected or scrolled.
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Link copied to clipboard!')
  await expect(dialog.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    `mailto:?subject=Dunes%20%26%20sea&body=${encodeURIComponent(`I'd like to share these photos with you: Dunes & sea\r\n\r\n${address}\r\n`)}`,
  )
  await dialog.getByRole('button', { name: 'Share with an app' }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'given'))).toEqual({ title: 'Dunes & sea', url: address })

  expect(await decode(await dialog.getByRole('img', { name: 'QR code for this link' }).screenshot())).toBe(address)
  for (const kind of ['PNG', 'SVG']) {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: `Download QR code as ${kind}` }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`qr-${link.slug}.${kind.toLowerCase()}`)
    expect(await decode(await readFile(await file.path()))).toBe(address)
  }
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Share' })).toBeFocused()
})

test('a new link offers Choose files, Copy and Share, and Save only becomes primary after a change', async ({
  page,
  request,
  context,
}) => {
  const account = await newAccount(request)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, account)
  await page.goto('/links/create')
  await title(page).fill('Wedding')
  await page.getByRole('button', { name: 'Create Link' }).click()
  await expect(page).toHaveURL(/\/links\/edit\//)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied to clipboard!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expectAccessibleLayout(page)

  /** Whether the button looks like the page's primary button. */
  const isLoud = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const { backgroundColor, color } = getComputedStyle(button)
      const page = getComputedStyle(document.documentElement)
      return backgroundColor === page.color || color === page.backgroundColor
    })
  expect([await isLoud('Choose files'), await isLoud('Save changes')]).toEqual([true, false])
  await title(page).fill('The wedding')
  await expect.poll(() => isLoud('Save changes')).toBe(true)

  await (await chooser).setFiles([await aFile('first.jpg'), await aFile('second.jpg')])
  const uploads = page.getByRole('region', { name: 'Uploads', exact: true })
  await expect(uploads.getByRole('heading')).toHaveText('2 images uploaded')
  await expect(page.getByRole('complementary', { name: 'About this link' })).toContainText('Images2')
  await expect(title(page)).toHaveValue('The wedding')

  await page.getByRole('button', { name: 'Save changes' }).click()
  // Wait until the changes are saved, because leaving earlier would open a dialog.
  await expect(page.getByText('Changes saved')).toBeVisible()
  await page.getByRole('link', { name: 'Manage Images' }).click()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
})

test("invalid dates are reported on blur, and long titles don't widen the page", async ({ page, request }) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, {
    title: 'Wirtschaftsprüfungsgesellschaftsjahresabschlussfeier'.repeat(2).slice(0, 100),
  })
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  await page.getByLabel('Set an expiration date').check()
  for (const [days, sentence] of [
    [-3, 'Expiration date must be in the future'],
    [60, 'Links on the Free plan can expire up to 30 days ahead. Upgrade to choose any date.'],
  ] as const) {
    await date(page).fill(dayText(daysAhead(days)))
    await date(page).blur()
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await date(page).fill(dayText(daysAhead(5)))
  await expect(page.getByText('Upgrade to choose any date.')).toHaveCount(0)

  page.once('dialog', (asked) => void asked.accept())
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    for (const place of [
      `/upload/${link._id}`,
      `/links/${link._id}/analytics`,
      `/links/edit/${link._id}`,
      '/dashboard',
    ]) {
      await page.goto(place)
      await expect(page.getByText(link.title.slice(0, 20)).or(page.getByLabel('Title')).first()).toBeVisible()
      await expectNoHorizontalScroll(page)
    }
  }
})
