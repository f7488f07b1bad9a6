import type { APIRequestContext, Page } from '@playwright/test'
import { newAccount, newLink, oncePerWorker, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { drag, watchCalls } from './recipients.ts'

async function makeGallery(request: APIRequestContext) {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const images = [
    await upload(request, owner, link, { title: 'Dunes', width: 900, height: 600 }),
    await upload(request, owner, link, { title: 'Sea', width: 600, height: 900 }),
    await upload(request, owner, link, { fileName: 'nameless.jpg' }),
  ] as const
  return { owner, link, images, path: `/links/${link.slug}` }
}

const aGallery = oncePerWorker(makeGallery)
const lightboxOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' })

test('the lightbox works by keyboard, has a URL per photo and counts one view per photo', async ({ page, request }) => {
  const { images, path } = await aGallery(request)
  const [dunes, sea, nameless] = images
  const calls = watchCalls(page)
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).focus()
  await page.keyboard.press('Enter')

  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('1 of 3')
  await expect(lightbox.getByRole('heading', { name: 'Dunes' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?image=${dunes._id}`)
  await page.keyboard.press('ArrowRight')
  await expect(lightbox).toContainText('2 of 3')
  await expect(lightbox.getByRole('heading', { name: 'Sea' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?image=${sea._id}`)
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox).toContainText('1 of 3')
  await expect(page).toHaveURL(`${path}?image=${dunes._id}`)
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox).toContainText('3 of 3')
  await expect(lightbox.getByRole('img', { name: 'Photo 3 of 3' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?image=${nameless._id}`)
  await expectAccessibleInBothThemes(page)

  // Arrow keys also work while a button has the focus.
  await lightbox.getByRole('button', { name: 'Close' }).focus()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+Tab')
  await expect(lightbox.getByRole('button', { name: 'Slideshow' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(lightbox).toContainText('2 of 3')
  await expect(page).toHaveURL(`${path}?image=${sea._id}`)

  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: 'Sea' })).toBeFocused()
  const views = calls.filter((call) => call.endsWith('/view'))
  expect(views.sort()).toEqual(images.map(({ _id }) => `POST /api/images/${_id}/view`).sort())
})

test('Back closes the lightbox, and a reload or a shared URL opens it', async ({ page, request }) => {
  const { images, path } = await aGallery(request)
  const [, sea] = images
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('1 of 3')
  await page.goBack()
  await expect(lightbox).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: 'Dunes' })).toBeFocused()
  await page.goForward()
  await expect(lightbox).toContainText('1 of 3')
  await page.reload()
  await expect(lightbox).toContainText('1 of 3')
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(path)

  // Closing a photo that was opened by a shared URL shows the gallery.
  await page.goto(`${path}?image=${sea._id}`)
  await expect(lightbox).toContainText('2 of 3')
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('swiping, zooming and pulling down to close work with touch and mouse', async ({ page, request, isMobile }) => {
  const { path } = await aGallery(request)
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('1 of 3')
  const picture = lightbox.getByRole('img', { name: 'Dunes' })
  await expect(picture).toBeVisible()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const middle: [number, number] = [width / 2, height / 2]

  const widthNow = async () => Math.round((await picture.boundingBox())?.width ?? 0)
  const before = await widthNow()
  const press = async () => {
    if (!isMobile) return page.mouse.dblclick(...middle)
    await page.touchscreen.tap(...middle)
    await page.touchscreen.tap(...middle)
  }
  // Retry, because on a busy machine two taps can be too far apart for a double tap.
  const patience = { timeout: 2_000 }
  await expect(async () => {
    await press()
    await expect.poll(widthNow, patience).toBeGreaterThan(before * 1.5)
  }).toPass()
  await expect(async () => {
    await press()
    await expect.poll(widthNow, patience).toBe(before)
  }).toPass()

  await drag(page, isMobile, { from: [width * 0.8, height / 2], to: [width * 0.2, height / 2] })
  await expect(lightbox).toContainText('2 of 3')
  await drag(page, isMobile, { from: [width * 0.2, height / 2], to: [width * 0.8, height / 2] })
  await expect(lightbox).toContainText('1 of 3')
  // Touch screens only show these buttons to screen readers.
  if (!isMobile) {
    await lightbox.getByRole('button', { name: 'Next photo' }).click()
    await expect(lightbox).toContainText('2 of 3')
    await lightbox.getByRole('button', { name: 'Previous photo' }).click()
    await expect(lightbox).toContainText('1 of 3')
  }
  await drag(page, isMobile, { from: middle, to: [width / 2, height * 0.8] })
  await expect(lightbox).toHaveCount(0)
  await expect(page).toHaveURL(path)
})

test('controls fade when idle but not with keyboard focus, and a slideshow advances', async ({
  page,
  request,
  isMobile,
}) => {
  const { path } = await aGallery(request)
  await page.clock.install()
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('1 of 3')
  const close = lightbox.getByRole('button', { name: 'Close' })
  await expect(close).toHaveCSS('opacity', '1')
  await page.clock.runFor(3000)
  await expect(close).toHaveCSS('opacity', '0')
  await page.mouse.move(200, 300)
  await expect(close).toHaveCSS('opacity', '1')
  await page.keyboard.press('Tab')
  await page.clock.runFor(4000)
  await expect(close).toHaveCSS('opacity', '1')

  await lightbox.getByRole('button', { name: 'Slideshow' }).click()
  await page.clock.runFor(5000)
  await expect(lightbox).toContainText('2 of 3')
  await page.clock.runFor(5000)
  await expect(lightbox).toContainText('3 of 3')
  // Faded controls can't be clicked, so move the mouse first.
  await page.mouse.move(220, 320)
  await lightbox.getByRole('button', { name: 'Pause slideshow' }).click()
  await page.clock.runFor(6000)
  await expect(lightbox).toContainText('3 of 3')
  await page.mouse.move(240, 340)
  await close.click()
  await expect(lightbox).toHaveCount(0)

  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Slideshow' }).click()
  } else await page.getByRole('button', { name: 'Slideshow' }).click()
  await expect(lightbox).toContainText('1 of 3')
  await page.clock.runFor(6000)
  await expect(lightbox).toContainText('2 of 3')
})

test('a photo can be opened in full size, downloaded and shared', { tag: '@full' }, async ({
  page,
  request,
  context,
}) => {
  const { owner, link, images, path } = await makeGallery(request)
  const [dunes] = images
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const lightbox = lightboxOf(page)
  const fullSize = lightbox.getByRole('link', { name: 'View full size' })
  await expect(fullSize).toHaveAttribute('href', dunes.url ?? '')
  // The icon differs from that of the full-screen button.
  await expect(fullSize).toHaveAttribute('title', 'View full size in a new tab')
  await expect(fullSize.locator('.lucide-zoom-in')).toBeVisible()
  await expect(lightbox.getByRole('button', { name: 'Full screen' }).locator('.lucide-maximize')).toBeVisible()
  await expect(lightbox.getByRole('link', { name: 'Download this photo' })).toHaveAttribute('download', 'picture.jpg')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await lightbox.getByRole('button', { name: 'Share this photo' }).click()
  const dialog = page.getByRole('dialog', { name: /Share/ })
  await expect(dialog).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(lightbox).toBeVisible()

  const headers = { authorization: `Bearer ${owner.token}` }
  await request.put(`/api/links/${link._id}`, { headers, data: { allowDownloads: false } })
  await page.reload()
  await expect(lightbox.getByRole('link', { name: 'View larger' })).toHaveAttribute('href', dunes.imageUrl)
  await expect(lightbox.getByRole('link', { name: 'View full size' })).toHaveCount(0)
  await expect(lightbox.getByRole('link', { name: 'Download this photo' })).toHaveCount(0)
})

test('a photo clicked before hydration opens afterward', async ({ page, request }) => {
  const { path } = await aGallery(request)
  let letThrough = () => {}
  const open = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await open
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.getByRole('link', { name: 'Sea' }).click()
  await expect(page).toHaveURL(path)
  letThrough()
  await expect(lightboxOf(page)).toContainText('2 of 3')
})

test("if the lightbox code can't load, the gallery shows an error", async ({ page, request, allow }) => {
  allow(/image-viewer-.*\.js/)
  const { path } = await aGallery(request)
  await page.route(/\/assets\/image-viewer-.*\.js$/, (route) => route.abort())
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  await expect(page.getByText("Couldn't open the photo. Check your connection and try again.")).toBeVisible()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('img', { name: 'Dunes' })).toBeVisible()
})
