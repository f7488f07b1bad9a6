import type { APIRequestContext, Page } from '@playwright/test'
import type { Link } from '#shared/links.ts'
import { count } from '#web/lib/formats.ts'
import { type Account, aFile, fetchLink, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const names = ['Anemones', 'Birches', 'Coast', 'Dunes', 'Evening', 'Falcon']

const tiles = (page: Page) => page.locator('[data-image] [aria-label^="Move "]')
const tile = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
const shown = async (page: Page) =>
  (await tiles(page).all()).length === 0
    ? []
    : (await tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).map((label) =>
        label.replace('Move ', ''),
      )
const expectShown = (page: Page, ...wanted: string[]) => expect.poll(() => shown(page)).toEqual(wanted)
const stored = async (request: APIRequestContext, account: Account, link: Link) =>
  (await fetchLink(request, account, link)).images.map(({ title }) => title)
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const chooseByKeyboard = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).focus()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: action })
  await expect(entry).toBeVisible()
  await page.keyboard.press(action.charAt(0))
  await expect(entry).toBeFocused()
  await page.keyboard.press('Enter')
}
const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

async function open(page: Page, request: APIRequestContext, titles = names) {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  for (const title of titles) await upload(request, account, link, { title, width: 90, height: 60 })
  await signIn(page, account)
  await page.goto(`/upload/${link._id}`)
  await expect(page.getByRole('heading', { name: count(titles.length, 'image') })).toBeVisible()
  await expect(tiles(page)).toHaveCount(titles.length)
  return { account, link }
}

test('images can be uploaded, made the cover, moved and deleted by keyboard', async ({ page, request }) => {
  const { account, link } = await open(page, request, ['Anemones', 'Birches'])
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload Images' }).focus()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles(await aFile('coast.jpg'))
  await expectShown(page, 'Anemones', 'Birches', 'coast.jpg')

  await chooseByKeyboard(page, 'coast.jpg', 'Set as cover')
  await expect(page.getByText('Cover image set')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: tile(page, 'coast.jpg') })).toContainText('Cover')
  await expect(page.getByText('Cover', { exact: true })).toHaveCount(1)

  await tile(page, 'Anemones').focus()
  await page.keyboard.press('Space')
  const heard = page.locator('[id^="DndLiveRegion"]')
  const pickedUp = 'Anemones picked up from position 1 of 3.'
  await expect(heard).toHaveText(pickedUp)
  // The list announces the move mode slightly before it handles arrow keys, so press again if needed.
  await expect(async () => {
    if ((await heard.textContent()) === pickedUp) await page.keyboard.press('ArrowRight')
    await expect(heard).toHaveText('Anemones is over position 2 of 3.', { timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expectShown(page, 'Birches', 'Anemones', 'coast.jpg')
  await expect(tile(page, 'Anemones')).toBeFocused()

  await chooseByKeyboard(page, 'Birches', 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete Image' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Actions for Birches' })).toBeFocused()
  await chooseByKeyboard(page, 'Birches', 'Delete')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectShown(page, 'Anemones', 'coast.jpg')
  await expect(page.getByRole('button', { name: 'Actions for Anemones' })).toBeFocused()

  // Leaving the page makes the deletion final.
  await page.getByRole('link', { name: link.title }).click()
  await expect.poll(async () => (await fetchLink(request, account, link)).imageCount).toBe(2)
  expect((await fetchLink(request, account, link)).images.map(({ isCoverImage }) => isCoverImage)).toEqual([
    false,
    true,
  ])
})

test('images can be dragged into order and sorted, and a sort can be undone', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 500 .*\/order$/)
  const { account, link } = await open(page, request, ['Coast', 'Anemones', 'Birches'])
  await tile(page, 'Coast').scrollIntoViewIfNeeded()
  const from = await tile(page, 'Coast').boundingBox()
  const to = await tile(page, 'Anemones').boundingBox()
  if (!from || !to) throw new Error("the pictures aren't on the page")
  await page.mouse.move(from.x + 40, from.y + 60)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 60)
  await page.mouse.move(to.x + 40, to.y + 60, { steps: 6 })
  await page.mouse.up()
  await expectShown(page, 'Anemones', 'Coast', 'Birches')
  await expect.poll(() => stored(request, account, link)).toEqual(['Anemones', 'Coast', 'Birches'])

  const order = page.getByRole('button', { name: 'Order of images' })
  await expect(order).toContainText('Custom order')
  await order.click()
  await page.getByRole('menuitem', { name: 'Name' }).click()
  await expectShown(page, 'Anemones', 'Birches', 'Coast')
  await expect(order).toContainText('By name')
  // This toast has replaced the one for the drag.
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toHaveCount(1)
  await undo.click()
  // The disappearing toast doesn't steal focus from the menu that's opened next.
  await order.click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectShown(page, 'Anemones', 'Coast', 'Birches')
  await expect.poll(() => stored(request, account, link)).toEqual(['Anemones', 'Coast', 'Birches'])

  await page.route('/api/links/*/order', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await page.getByRole('menuitem', { name: 'Date uploaded' }).click()
  await expect(page.getByText('Failed to change the order. Please try again.')).toBeVisible()
  await expectShown(page, 'Anemones', 'Coast', 'Birches')
})

test('selected images can be moved, downloaded, deleted and restored together', { tag: '@full' }, async ({
  page,
  request,
}) => {
  const { account, link } = await open(page, request)
  const other = await newLink(request, account, { title: 'Kitchen Table' })
  await select(page, 'Birches').click()
  await select(page, 'Dunes').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('group', { name: 'Selected images' })
  await expect(bar).toContainText('3 selected')
  await bar.getByRole('button', { name: 'Select all' }).click()
  await expect(bar).toContainText('6 selected')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  // While images are selected, clicking a photo selects or deselects it.
  await select(page, 'Anemones').click()
  await tile(page, 'Coast').click({ modifiers: ['Shift'] })
  await tile(page, 'Birches').click()
  await expect(bar).toContainText('2 selected')
  await expectAccessibleLayout(page)

  const download = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Download' }).click()
  await page.getByRole('menuitem', { name: /full size$/i }).click()
  expect((await download).suggestedFilename()).toBe('A Year Outside.zip')

  await bar.getByRole('button', { name: 'Move to' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 images' })
  await dialog.getByRole('radio', { name: 'Kitchen Table' }).check()
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('2 images moved to Kitchen Table')).toBeVisible()
  await expectShown(page, 'Birches', 'Dunes', 'Evening', 'Falcon')
  await expect(page.getByRole('button', { name: 'Actions for Dunes' })).toBeFocused()
  expect(await stored(request, account, other)).toEqual(['Anemones', 'Coast'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectShown(page, ...names)
  await expect.poll(() => stored(request, account, link)).toEqual(names)
  expect((await fetchLink(request, account, link)).coverImage?.title).toBe('Anemones')

  await select(page, 'Evening').click()
  await select(page, 'Falcon').click()
  for (const isUndone of [true, false]) {
    await bar.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog', { name: 'Delete 2 images' }).getByRole('button', { name: 'Delete' }).click()
    await expectShown(page, 'Anemones', 'Birches', 'Coast', 'Dunes')
    await expect.poll(() => stored(request, account, link)).toEqual(names.slice(0, 4))
    if (!isUndone) continue
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectShown(page, ...names)
    expect(await stored(request, account, link)).toEqual(names)
    await select(page, 'Evening').click()
    await select(page, 'Falcon').click()
  }
  await expect(page.getByText('4 of 50')).toBeVisible()
})

test("a click opens an image, and a dragged selection doesn't jump when dropped", { tag: '@mouse' }, async ({
  page,
  request,
}) => {
  const { account, link } = await open(page, request)
  await tile(page, 'Birches').click()
  const large = page.getByRole('dialog', { name: 'Birches' })
  await expect(large.getByRole('img', { name: 'Birches' })).toBeVisible()
  await expect(large).toContainText('2 of 6')
  await expectAccessibleLayout(page)
  await page.keyboard.press('ArrowRight')
  const next = page.getByRole('dialog', { name: 'Coast' })
  await next.getByRole('button', { name: 'Set as cover' }).click()
  await expect(page.getByText('Cover image set')).toBeVisible()
  await next.getByRole('button', { name: 'Select' }).click()
  await next.getByRole('button', { name: 'Close' }).click()
  await select(page, 'Anemones').click()

  await page.getByRole('button', { name: 'Smaller thumbnails' }).click()
  await expect(page.getByRole('button', { name: 'Larger thumbnails' })).toBeVisible()
  const from = await tile(page, 'Coast').boundingBox()
  const to = await tile(page, 'Falcon').boundingBox()
  if (!from || !to) throw new Error("the pictures aren't on the page")
  expect(to.y).toBe(from.y)
  await page.mouse.move(from.x + 30, from.y + 30)
  await page.mouse.down()
  await page.mouse.move(from.x + 50, from.y + 30)
  await page.mouse.move(to.x + 30, to.y + 30, { steps: 8 })
  await expect(page.locator('.pic-lifted')).toContainText('2')
  // Record the tile's position in every frame after the drop.
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    const look = () => {
      const tile = [...document.querySelectorAll('[data-image]')].find((it) =>
        it.querySelector('[aria-label="Move Coast"]'),
      )
      if (tile) seen.push(Math.round(tile.getBoundingClientRect().x))
      requestAnimationFrame(look)
    }
    window.addEventListener('mouseup', look, { once: true, capture: true })
  })
  await page.mouse.up()
  await expectShown(page, 'Birches', 'Dunes', 'Evening', 'Falcon', 'Anemones', 'Coast')
  await expect
    .poll(() => stored(request, account, link))
    .toEqual(['Birches', 'Dunes', 'Evening', 'Falcon', 'Anemones', 'Coast'])
  const seen = await page.evaluate(() => Reflect.get(window, 'seen') as number[])
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(Math.round(from.x) - 10)
})

/** Finds controls without a focus ring, or with one that their tile clips. */
const clippedRings = (page: Page) =>
  page.locator('[data-image]').evaluateAll((all) =>
    all.flatMap((tile) =>
      [...tile.querySelectorAll<HTMLElement>('button, input')].flatMap((control) => {
        control.focus({ focusVisible: true } as FocusOptions)
        const { left, top, right, bottom } = tile.getBoundingClientRect()
        const box = control.getBoundingClientRect()
        const { display, outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control)
        const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        const isInside =
          box.left - reach >= left &&
          box.right + reach <= right &&
          box.top - reach >= top &&
          box.bottom + reach <= bottom
        const isShown = display !== 'none' && box.width > 0
        return !isShown || (outlineStyle === 'solid' && isInside) ? [] : [`${control.ariaLabel}: ${reach} px`]
      }),
    ),
  )

test("focus rings aren't clipped by their tiles", async ({ page, request }) => {
  await open(page, request)
  expect(await clippedRings(page)).toEqual([])
  await page.getByRole('button', { name: 'Smaller thumbnails' }).click()
  await expect(page.getByRole('button', { name: 'Larger thumbnails' })).toBeVisible()
  expect(await clippedRings(page)).toEqual([])
  // Restore the old, clipped style to check that the test would catch it.
  await page.addStyleTag({ content: '.pic :focus-visible { outline-offset: 3px !important }' })
  expect(await clippedRings(page)).not.toEqual([])
})

test('image details can be edited, and failures show an error and keep the input', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 500/)
  const { account, link } = await open(page, request, ['Anemones', 'Birches'])
  await act(page, 'Anemones', 'Edit details')
  const dialog = page.getByRole('dialog', { name: 'Edit details' })
  await dialog.getByLabel('Title').fill('a'.repeat(101))
  await dialog.getByLabel('Description').fill('b'.repeat(501))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Title cannot be more than 100 characters')).toBeVisible()
  await expect(dialog.getByText('Description cannot be more than 500 characters')).toBeVisible()
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await expect(dialog.getByText('101 / 100')).toBeVisible()
  await expectAccessibleLayout(page)

  const broken = { status: 500, body: 'broken' }
  await page.route('/api/images/**', (route) => route.fulfill(broken))
  await dialog.getByLabel('Title').fill('Wood anemones')
  await dialog.getByLabel('Description').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Failed to update image. Please try again.')).toBeVisible()
  await page.unroute('/api/images/**')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(tile(page, 'Wood anemones')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actions for Wood anemones' })).toBeFocused()
  expect(await stored(request, account, link)).toEqual(['Wood anemones', 'Birches'])

  await page.route('/api/images/**', (route) => route.fulfill(broken))
  await act(page, 'Birches', 'Set as cover')
  await expect(page.getByText('Failed to set cover image. Please try again.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: tile(page, 'Wood anemones') })).toContainText('Cover')
  await act(page, 'Birches', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Failed to delete image. Please try again.')).toBeVisible()
  await expectShown(page, 'Wood anemones', 'Birches')
})

test('loading a link can be retried, and a missing or foreign link opens the dashboard', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 50[02]/)
  allow(/status of 404 .*\/api\/links\/nowhere/)
  const { account, link } = await open(page, request, [])
  await page.route(`/api/links/${link._id}`, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading images' })).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page.getByText('Failed to fetch images. Please try again.')).toBeVisible()
  await page.unroute(`/api/links/${link._id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No images yet')).toBeVisible()
  await expectAccessibleLayout(page)

  const stranger = await newAccount(request)
  const foreign = await newLink(request, stranger)
  for (const missing of ['nowhere', foreign._id]) {
    await signIn(page, account)
    await page.goto(`/upload/${missing}`)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByText('Link not found')).toBeVisible()
    await page.waitForLoadState('networkidle')
  }
})
