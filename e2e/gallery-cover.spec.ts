import type { APIRequestContext, Page } from '@playwright/test'
import { type Account, newAccount, newLink, oncePerWorker, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, expectNoHorizontalScroll, test } from './fixtures.ts'
import { watchLayoutShift } from './recipients.ts'

const longTitle = 'Twelve months of walks with Lena and Tom, from the dunes at first light to the birch woods in autumn'
const cover = (page: Page) => page.locator('main > header')
const bar = (page: Page) => page.getByRole('region', { name: 'Gallery', exact: true })

async function makeGallery(request: APIRequestContext, fields: object = {}, shape = { width: 1600, height: 1000 }) {
  const owner = await newAccount(request, 'Marta Reyes')
  const link = await newLink(request, owner, { opening: 'cover', description: 'Twelve months of walks.', ...fields })
  const image = await upload(request, owner, link, { title: 'Nine ridges', ...shape })
  for (const width of [600, 500, 700, 650, 550]) await upload(request, owner, link, { width, height: 400 })
  return { owner, link, image, path: `/links/${link.slug}` }
}

const aGallery = oncePerWorker(makeGallery)
const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString()

const change = (request: APIRequestContext, { token }: Account, path: string, data: object) =>
  request.put(path, { headers: { authorization: `Bearer ${token}` }, data })

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} isn't visible`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

for (const [width, height, tag] of [
  [1280, 800, []],
  [390, 844, []],
  [844, 390, ['@full']],
] as const) {
  test.describe(`at ${width} by ${height}`, { tag: [...tag] }, () => {
    test.use({ viewport: { width, height } })

    test('a cover spans the full width, with the text on it and the first row partly visible', async ({
      page,
      request,
    }) => {
      const { path } = await aGallery(request, {
        title: longTitle,
        expiresAt: inTenDays,
      })
      const shift = await watchLayoutShift(page)
      await page.goto(path)
      const picture = page.getByRole('img', { name: 'Nine ridges' }).first()
      await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.complete && it.naturalWidth)).toBeTruthy()
      // Measure once the menu opens, because the styles and the script have loaded by then.
      await page.getByRole('button', { name: 'Menu' }).click()
      const entries = page.getByRole('menu').getByRole('menuitem')
      await expect(entries.first()).toBeInViewport({ ratio: 1 })
      await expect(entries.last()).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      const [around, image, title] = [
        await boxOf(page, 'main > header'),
        await boxOf(page, 'main img'),
        await boxOf(page, 'h1'),
      ]
      const siteLine = width === 1280 ? 40 : 0
      expect([image.x, image.y, image.right]).toEqual([0, siteLine, width])
      expect(title.y).toBeGreaterThan(image.y)
      expect(title.bottom).toBeLessThan(around.bottom)
      await expect(cover(page).getByText('by Marta Reyes')).toBeInViewport()
      await expect(bar(page)).toBeInViewport()
      expect((await boxOf(page, '.wall')).y).toBeLessThan(height - 16)
      await expect(bar(page)).toContainText('6 photos')
      expect(await shift()).toBeLessThan(0.01)
      await expectNoHorizontalScroll(page)
      // If the menu covered its button, releasing the mouse would select an item.
      await page.getByRole('button', { name: 'Menu' }).click({ delay: 100 })
      await entries.last().hover()
    })
  })
}

test.describe('on the gallery page', () => {
  const words = (page: Page) => boxOf(page, 'h1')
  const picture = (page: Page) => boxOf(page, 'main > header img')

  test('a portrait cover is next to the text on a wide screen', { tag: '@full' }, async ({
    page,
    request,
    isMobile,
  }) => {
    const { path } = await aGallery(request, {}, { width: 1200, height: 1600 })
    await page.goto(path)
    await expect.poll(async () => (await picture(page)).right).toBe(page.viewportSize()?.width)
    // Poll, because the styles may still be loading.
    const isApart = async () => (await words(page)).right <= (await picture(page)).x
    if (isMobile) expect((await words(page)).y).toBeLessThan((await picture(page)).bottom)
    else await expect.poll(isApart).toBe(true)
  })

  test('a panorama is shown whole with the text below, and cropped to 4:3 on a phone', { tag: '@full' }, async ({
    page,
    request,
    isMobile,
  }) => {
    const { path } = await aGallery(request, {}, { width: 2400, height: 800 })
    await page.goto(path)
    const ratio = async () => {
      const { width, height } = await picture(page)
      return Math.round((width / height) * 10) / 10
    }
    await expect.poll(ratio).toBe(isMobile ? 1.3 : 3)
    expect((await words(page)).y).toBeGreaterThanOrEqual((await picture(page)).bottom)
  })

  test("a small cover isn't scaled up", { tag: '@full' }, async ({ page, request, isMobile }) => {
    const { path } = await aGallery(request, {}, { width: 480, height: 320 })
    await page.goto(path)
    // Poll, because the styles may still be loading.
    await expect.poll(async () => (await picture(page)).width).toBe(isMobile ? page.viewportSize()?.width : 480)
  })

  test("a cover is cropped around the owner's focal point", { tag: '@full' }, async ({ page, request }) => {
    const { owner, image, path } = await makeGallery(request)
    await change(request, owner, `/api/images/${image._id}`, { coverFocus: { x: 0.9, y: 0.2 } })
    await page.goto(path)
    await expect(cover(page).getByRole('img')).toHaveCSS('object-position', '90% 20%')
  })
})

test('with reduced motion, the bar still shows names instead of details once it sticks', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { path } = await aGallery(request)
  await page.goto(path)
  const [facts, names] = [bar(page).getByText('6 photos'), bar(page).getByText('A Year Outside')]
  await expect(facts).toBeVisible()
  await expect(names).toBeHidden()
  await page.locator('.wall > li').last().scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(names).toBeVisible()
  await expect(facts).toBeHidden()
  await expect(bar(page)).toContainText('Marta Reyes')
  expect((await bar(page).boundingBox())?.y).toBe(0)
})

test('pages with and without a cover are accessible and have every link, in the menu on phones', {
  tag: '@full',
}, async ({ page, request }) => {
  const phone = { width: 390, height: 844 }
  const laptop = { width: 1280, height: 800 }
  const line = page.getByRole('navigation', { name: 'Main' })
  const toggle = page.getByRole('button', { name: 'Menu' })
  const description = 'One sentence after the other, and then another. '.repeat(9).trim()
  const { owner, link, image, path } = await makeGallery(request, { description })
  const menu = page.getByRole('menu')
  const entries = async () => {
    await toggle.focus()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    return menu.getByRole('menuitem').allInnerTexts()
  }
  const everybodys = ['Home', 'Pricing', 'FAQ', 'Contact']

  await page.setViewportSize(laptop)
  await page.goto(path)
  await expect(line.getByRole('link')).toHaveText(['Framelight', ...everybodys, 'Login', 'Register'])
  const forVisitors = ['Get notified of new photos', 'Appearance']
  expect(await entries()).toEqual(forVisitors)
  await page.keyboard.press('Escape')
  await page.setViewportSize(phone)
  await expect(line).toBeHidden()
  const ofGallery = ['Download all', 'Slideshow', ...forVisitors]
  expect(await entries()).toEqual([...ofGallery, ...everybodys, 'Login', 'Register'])
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toHaveText('Home')

  await page.getByRole('button', { name: 'Read more' }).click()
  const whole = page.getByRole('dialog', { name: 'About A Year Outside' })
  await expect(whole).toContainText(description.slice(-60))
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(whole).toBeHidden()

  await signIn(page, owner)
  await page.goto(`/images/${image._id}`)
  const head = page.getByRole('banner')
  await expect(head).toContainText('Marta Reyes')
  await expect(head.getByRole('link', { name: 'A Year Outside' })).toHaveAttribute('href', path)
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible()
  const ofAccount = ['Studio', 'Account Settings', 'Subscription', 'Trash', 'Logout']
  expect(await entries()).toEqual(['Appearance', ...everybodys, 'Dashboard', ...ofAccount])
  await expect(menu).toContainText('Marta')
  await page.keyboard.press('Escape')
  await page.setViewportSize(laptop)
  await expect(line.getByRole('link')).toHaveText(['Framelight', ...everybodys, 'Dashboard'])
  await line.getByRole('button', { name: 'Marta' }).press('Enter')
  await expect(menu.getByRole('menuitem')).toHaveText(ofAccount)
  await menu.getByRole('menuitem', { name: 'Account Settings' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account')

  await page.getByLabel('Name on galleries').fill('Reyes & Daughter')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await change(request, owner, `/api/links/${link._id}`, { opening: 'wall' })
  await page.goto(path)
  await expect(head).toContainText('Reyes & Daughter')
  await expect(page.getByRole('region', { name: 'Owner Controls' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('a new link opens with the cover by default, but the owner can choose the wall', { tag: '@full' }, async ({
  page,
  request,
}) => {
  await signIn(page, await newAccount(request))
  await page.goto('/links/create')
  const opens = page.getByRole('group', { name: 'First screen' })
  await page.getByRole('button', { name: 'Description, password, expiration and more' }).click()
  await expect(opens.getByRole('radio', { name: 'Cover photo' })).toBeChecked()
  await page.getByLabel('Title').fill('Summer')
  await page.getByRole('button', { name: 'Create Link' }).click()
  await expect(page).toHaveURL(/\/links\/edit\//)
  // Wait for the edit form, because the form for a new link may still be visible.
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Link' })).toBeVisible()
  await expect(opens.getByRole('radio', { name: 'Cover photo' })).toBeChecked()
  await opens.getByText('Photo grid').click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  await page.reload()
  await expect(opens.getByRole('radio', { name: 'Photo grid' })).toBeChecked()
})
