import type { APIRequestContext, Page } from '@playwright/test'
import { newAccount, newLink, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'
import { drag, watchCalls } from './recipients.ts'

async function aGallery(request: APIRequestContext, fields: object = {}) {
  const owner = await newAccount(request)
  const link = await newLink(request, owner, fields)
  const images = [
    await upload(request, owner, link, { title: 'Dunes', width: 900, height: 600 }),
    await upload(request, owner, link, { title: 'Sea', width: 600, height: 900 }),
    await upload(request, owner, link, { fileName: 'nameless.jpg' }),
  ] as const
  return { owner, link, images, path: `/links/${link.slug}` }
}

const roomOf = (page: Page) => page.getByRole('dialog', { name: 'Image viewer' })

test('pictures are seen large by keyboard, at an address of their own, and each is counted once', async ({
  page,
  request,
}) => {
  const { images, path } = await aGallery(request)
  const [dunes, sea, nameless] = images
  const calls = watchCalls(page)
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).focus()
  await page.keyboard.press('Enter')

  const room = roomOf(page)
  await expect(room).toContainText('1 of 3')
  await expect(room.getByRole('heading', { name: 'Dunes' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?image=${dunes._id}`)
  await page.keyboard.press('ArrowRight')
  await expect(room).toContainText('2 of 3')
  await expect(room.getByRole('heading', { name: 'Sea' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?image=${sea._id}`)
  await page.keyboard.press('ArrowLeft')
  await expect(room).toContainText('1 of 3')
  await expect(page).toHaveURL(`${path}?image=${dunes._id}`)
  await page.keyboard.press('ArrowLeft')
  await expect(room).toContainText('3 of 3')
  await expect(room.getByRole('img', { name: 'Image 3 of 3' })).toBeVisible()
  await expect(page).toHaveURL(`${path}?image=${nameless._id}`)
  await expectAccessibleInBothThemes(page)

  // The page behind cannot be reached, and the arrows work from wherever the focus is.
  await room.getByRole('button', { name: 'Close' }).focus()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('Shift+Tab')
  await expect(room.getByRole('button', { name: 'Slideshow' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(room).toContainText('2 of 3')
  await expect(page).toHaveURL(`${path}?image=${sea._id}`)

  await page.keyboard.press('Escape')
  await expect(room).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: 'Sea' })).toBeFocused()
  const views = calls.filter((call) => call.endsWith('/view'))
  expect(views.sort()).toEqual(images.map(({ _id }) => `POST /api/images/${_id}/view`).sort())
})

test('Back closes it, a reload and a shared address open it', async ({ page, request }) => {
  const { images, path } = await aGallery(request)
  const [, sea] = images
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const room = roomOf(page)
  await expect(room).toContainText('1 of 3')
  await page.goBack()
  await expect(room).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: 'Dunes' })).toBeFocused()
  await page.goForward()
  await expect(room).toContainText('1 of 3')
  await page.reload()
  await expect(room).toContainText('1 of 3')
  await room.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(path)

  // Somebody else opens the address: closing leaves them in the gallery.
  await page.goto(`${path}?image=${sea._id}`)
  await expect(room).toContainText('2 of 3')
  await room.getByRole('button', { name: 'Close' }).click()
  await expect(room).toHaveCount(0)
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a finger or a mouse swipes, looks closer and pulls down to close', async ({ page, request, isMobile }) => {
  const { path } = await aGallery(request)
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const room = roomOf(page)
  await expect(room).toContainText('1 of 3')
  const picture = room.getByRole('img', { name: 'Dunes' })
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
  // On a busy machine two taps can come too far apart to be one double tap: then once more.
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
  await expect(room).toContainText('2 of 3')
  await drag(page, isMobile, { from: [width * 0.2, height / 2], to: [width * 0.8, height / 2] })
  await expect(room).toContainText('1 of 3')
  await room.getByRole('button', { name: 'Next photo' }).click()
  await expect(room).toContainText('2 of 3')
  await room.getByRole('button', { name: 'Previous photo' }).click()
  await expect(room).toContainText('1 of 3')
  await drag(page, isMobile, { from: middle, to: [width / 2, height * 0.8] })
  await expect(room).toHaveCount(0)
  await expect(page).toHaveURL(path)
})

test('the controls fade when nobody moves, but not under the keyboard; a slideshow goes on by itself', async ({
  page,
  request,
  isMobile,
}) => {
  const { path } = await aGallery(request)
  await page.clock.install()
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const room = roomOf(page)
  await expect(room).toContainText('1 of 3')
  const close = room.getByRole('button', { name: 'Close' })
  await expect(close).toHaveCSS('opacity', '1')
  await page.clock.runFor(3000)
  await expect(close).toHaveCSS('opacity', '0')
  await page.mouse.move(200, 300)
  await expect(close).toHaveCSS('opacity', '1')
  await page.keyboard.press('Tab')
  await page.clock.runFor(4000)
  await expect(close).toHaveCSS('opacity', '1')

  await room.getByRole('button', { name: 'Slideshow' }).click()
  await page.clock.runFor(5000)
  await expect(room).toContainText('2 of 3')
  await page.clock.runFor(5000)
  await expect(room).toContainText('3 of 3')
  // Controls that have faded cannot be pressed: moving wakes them.
  await page.mouse.move(220, 320)
  await room.getByRole('button', { name: 'Pause slideshow' }).click()
  await page.clock.runFor(6000)
  await expect(room).toContainText('3 of 3')
  await page.mouse.move(240, 340)
  await close.click()
  await expect(room).toHaveCount(0)

  if (isMobile) {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Slideshow' }).click()
  } else await page.getByRole('button', { name: 'Slideshow' }).click()
  await expect(room).toContainText('1 of 3')
  await page.clock.runFor(6000)
  await expect(room).toContainText('2 of 3')
})

test('one picture can be opened in full, taken home and passed on', async ({ page, request, context }) => {
  const { owner, link, images, path } = await aGallery(request)
  const [dunes] = images
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const room = roomOf(page)
  const fullSize = room.getByRole('link', { name: 'View full size' })
  await expect(fullSize).toHaveAttribute('href', dunes.url ?? '')
  // Nobody takes it for the full screen, which has a button and the corners to itself.
  await expect(fullSize).toHaveAttribute('title', 'View full size in a new tab')
  await expect(fullSize.locator('.lucide-zoom-in')).toBeVisible()
  await expect(room.getByRole('button', { name: 'Full screen' }).locator('.lucide-maximize')).toBeVisible()
  await expect(room.getByRole('link', { name: 'Download this photo' })).toHaveAttribute('download', 'picture.jpg')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await room.getByRole('button', { name: 'Share this photo' }).click()
  const dialog = page.getByRole('dialog', { name: /Share/ })
  await expect(dialog).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(room).toBeVisible()

  const headers = { authorization: `Bearer ${owner.token}` }
  await request.put(`/api/links/${link._id}`, { headers, data: { allowDownloads: false } })
  await page.reload()
  await expect(room.getByRole('link', { name: 'View larger' })).toHaveAttribute('href', dunes.imageUrl)
  await expect(room.getByRole('link', { name: 'View full size' })).toHaveCount(0)
  await expect(room.getByRole('link', { name: 'Download this photo' })).toHaveCount(0)
})

test('a picture that is pressed before the page is alive opens as soon as it is', async ({ page, request }) => {
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
  await expect(roomOf(page)).toContainText('2 of 3')
})

test('without the code for it, the gallery stays and says what happened', async ({ page, request, allow }) => {
  allow(/image-viewer-.*\.js/)
  const { path } = await aGallery(request)
  await page.route(/\/assets\/image-viewer-.*\.js$/, (route) => route.abort())
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  await expect(page.getByText("Couldn't open the photo. Check your connection and try again.")).toBeVisible()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('img', { name: 'Dunes' })).toBeVisible()
})
