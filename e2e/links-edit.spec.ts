import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import jsqr from 'jsqr'
import sharp from 'sharp'
import { aFile, newAccount, newLink, openPart, signIn } from './arrange.ts'
import { expect, expectAccessibleLayout, expectNoHorizontalScroll, test } from './fixtures.ts'

const dayMs = 86_400_000

/** Formats a date like the date field. The tests and the browser share a clock and a time zone. */
const dayText = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' }).format(date)
const daysAhead = (days: number) => new Date(Date.now() + days * dayMs)

const title = (page: Page) => page.getByLabel('Title')
const date = (page: Page) => page.getByLabel('Date', { exact: true })

async function decode(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('a link can be copied and shared by share sheet, email and QR code', async ({
  page,
  request,
  context,
  isMobile,
}) => {
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

  const given = () => page.evaluate(() => Reflect.get(window, 'given'))
  await page.getByRole('button', { name: 'Share' }).click()
  if (isMobile) {
    await expect.poll(given).toEqual({ title: 'Dunes & sea', url: address })
    return
  }
  const dialog = page.getByRole('dialog', { name: 'Share “Dunes & sea”' })
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
  expect(await given()).toEqual({ title: 'Dunes & sea', url: address })

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

test('a new link offers Choose files, Copy and Share, and the save bar stays in view after a change', async ({
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

  /** Whether the button looks like the page's primary button. */
  const isLoud = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => {
      const { backgroundColor, color } = getComputedStyle(button)
      const page = getComputedStyle(document.documentElement)
      return backgroundColor === page.color || color === page.backgroundColor
    })
  expect(await isLoud('Choose files')).toBe(true)
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toHaveCount(0)
  await title(page).fill('The wedding')
  expect(await isLoud('Save changes')).toBe(true)
  for (const place of ['Details', 'Danger zone']) {
    await page.getByRole('heading', { name: place, exact: true }).scrollIntoViewIfNeeded()
    await expect(save).toBeInViewport({ ratio: 1 })
  }
  await expectAccessibleLayout(page)

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

test("invalid dates are reported on blur, and long titles don't widen the page", { tag: '@full' }, async ({
  page,
  request,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, {
    title: 'Wirtschaftsprüfungsgesellschaftsjahresabschlussfeier'.repeat(2).slice(0, 100),
  })
  await signIn(page, account)
  await page.goto(`/links/edit/${link._id}`)
  await openPart(page, 'Who can see it')
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
