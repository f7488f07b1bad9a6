import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { newAccount, newLink, oncePerWorker, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

const aGallery = oncePerWorker(async (request, count: number) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  for (let n = 1; n <= count; n += 1) {
    await upload(request, owner, link, { title: `Picture ${n}`, width: 1200, height: 800 })
  }
  return { path: `/links/${link.slug}` }
})

const lightboxOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' })

test('the photo is as large as the screen allows on phones, on a desktop and at 400% zoom', { tag: '@mouse' }, async ({
  page,
  request,
}) => {
  const { path } = await aGallery(request, 2)
  await page.goto(path)
  await page.getByRole('link', { name: 'Picture 1' }).click()
  const lightbox = lightboxOf(page)
  const picture = lightbox.getByRole('img', { name: 'Picture 1' })
  await expect(lightbox).toBeFocused()
  // Keep the controls visible with keyboard focus, because axe can't check half-faded colors.
  await page.keyboard.press('Tab')
  for (const [width, height] of [
    [390, 844],
    [844, 390],
    [1280, 800],
    [320, 200],
  ] as const) {
    await page.setViewportSize({ width, height })
    const expected = Math.round(Math.min(width, height * 1.5, 1200))
    await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(expected)
    const box = await picture.boundingBox()
    if (width > height) expect(box?.height).toBeGreaterThanOrEqual(0.85 * height)
    await page.mouse.move(width / 2, height / 2)
    await page.mouse.move(width / 2 + 5, height / 2)
    // All controls are on screen and don't overlap.
    const controls = lightbox.locator('a, button')
    const boxes = await controls.evaluateAll((all) =>
      all.map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect()
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const isOnScreen = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
        return isOnScreen && (hit === one || one.contains(hit)) ? '' : one.getAttribute('aria-label')
      }),
    )
    expect(boxes.filter(Boolean), `${width} x ${height}`).toEqual([])
    for (const name of ['Previous photo', 'Next photo', 'Close']) {
      await expect(lightbox.getByRole('button', { name })).toBeVisible()
    }
    if (width === 320) await expectAccessibleInBothThemes(page)
  }
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true })

  test('tapping a faded control only shows it again', async ({ page, request }) => {
    const { path } = await aGallery(request, 2)
    await page.clock.install()
    await page.goto(path)
    await page.getByRole('link', { name: 'Picture 1' }).tap()
    const lightbox = lightboxOf(page)
    const close = lightbox.getByRole('button', { name: 'Close' })
    await expect(lightbox).toContainText('1 of 2')
    const { x = 0, y = 0 } = (await close.boundingBox()) ?? {}
    await page.clock.runFor(3100)
    await expect(close).toHaveCSS('opacity', '0')
    await page.touchscreen.tap(x + 20, y + 20)
    await expect(close).toHaveCSS('opacity', '1')
    await expect(lightbox).toContainText('1 of 2')
    await page.clock.runFor(500)
    await page.touchscreen.tap(x + 20, y + 20)
    await expect(lightbox).toHaveCount(0)
  })
})

test("Home, End, Space and F work, and Tab doesn't leave the lightbox", async ({ page, request }) => {
  const { path } = await aGallery(request, 3)
  await page.goto(path)
  await page.getByRole('link', { name: 'Picture 2' }).click()
  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('2 of 3')
  await expect(lightbox).toBeFocused()
  await page.keyboard.press('End')
  await expect(lightbox).toContainText('3 of 3')
  await page.keyboard.press('Home')
  await expect(lightbox).toContainText('1 of 3')
  await expect(page).toHaveURL(/image=/)
  await page.keyboard.press('Space')
  await expect(lightbox.getByRole('button', { name: 'Pause slideshow' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(lightbox.getByRole('button', { name: 'Slideshow', exact: true })).toBeVisible()

  const isFull = () => page.evaluate(() => document.fullscreenElement !== null)
  await page.keyboard.press('f')
  await expect.poll(isFull).toBe(true)
  await lightbox.getByRole('button', { name: 'Exit full screen' }).click()
  await expect.poll(isFull).toBe(false)
  await page.keyboard.press('F')
  await expect.poll(isFull).toBe(true)

  const isInside = () =>
    page.evaluate(() => document.querySelector('.viewer')?.contains(document.activeElement) ?? false)
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press(key)
      expect(await isInside()).toBe(true)
    }
  }
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toHaveCount(0)
  await expect.poll(isFull).toBe(false)
})

test.describe('on a high-density screen', () => {
  // At this density, the wall's file isn't large enough for the lightbox.
  test.use({ deviceScaleFactor: 2 })

  test('the lightbox shows a thumbnail and an error while offline, then loads the photo', async ({
    page,
    request,
    context,
    allow,
  }) => {
    allow(/ERR_INTERNET_DISCONNECTED/)
    const { path } = await aGallery(request, 6)
    await page.goto(path)
    await expect
      .poll(() => page.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length))
      .toBe(6)
    await page.getByRole('link', { name: 'Picture 1' }).click()
    const lightbox = lightboxOf(page)
    await expect(lightbox).toContainText('1 of 6')
    await context.setOffline(true)
    // The fifth photo is in the lower row, where the wall uses a smaller file.
    for (const n of [2, 3, 4, 5]) {
      await page.keyboard.press('ArrowRight')
      await expect(lightbox).toContainText(`${n} of 6`)
    }
    const notice = lightbox.getByText("Couldn't load the full photo. Showing a preview for now.")
    await expect(notice).toBeVisible()
    const picture = lightbox.getByRole('img', { name: 'Picture 5' })
    const isShown = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
    await expect.poll(isShown).toBe(true)
    const small = await picture.getAttribute('src')
    await context.setOffline(false)
    await expect(notice).toHaveCount(0)
    await expect(picture).not.toHaveAttribute('src', small ?? '')
    await expect.poll(isShown).toBe(true)
  })
})

test('the lightbox shows the small file while the large one loads', { tag: '@full' }, async ({ page, request }) => {
  const { path } = await aGallery(request, 6)
  await page.goto(path)
  const pictures = () => page.evaluate(() => [...document.images].filter(({ naturalWidth }) => naturalWidth > 0).length)
  await expect.poll(pictures).toBe(6)
  const held: string[] = []
  await page.route('/media/**', (route) => void held.push(route.request().url()))
  await page.getByRole('link', { name: 'Picture 5' }).click()
  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('5 of 6')
  const picture = lightbox.getByRole('img', { name: 'Picture 5' })
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const expected = Math.round(Math.min(width, height * 1.5, 1200))
  await expect.poll(async () => Math.round((await picture.boundingBox())?.width ?? 0)).toBe(expected)
  expect(held).not.toEqual([])
  // The photo is brighter than the lightbox's background.
  const clip = { x: width / 2 - 50, y: height / 2 - 50, width: 100, height: 100 }
  const brightness = async () =>
    (
      await sharp(await page.screenshot({ clip }))
        .greyscale()
        .stats()
    ).channels[0]?.mean
  await expect.poll(brightness).toBeGreaterThan(40)
})

test('the thumbnail and a close button are shown while the lightbox code loads', async ({ page, request }) => {
  const { path } = await aGallery(request, 1)
  await page.route(/\/assets\/image-viewer-.*\.js$/, () => {})
  await page.goto(path)
  await page.getByRole('link', { name: 'Picture 1' }).click()
  const lightbox = lightboxOf(page)
  const picture = lightbox.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  expect((await picture.boundingBox())?.width).toBeCloseTo(Math.min(width, height * 1.5, 1200), 0)
  await expectAccessibleInBothThemes(page)
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await page.getByRole('link', { name: 'Picture 1' }).click()
  await expect(lightbox.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
})
