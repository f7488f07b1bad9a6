import type { APIRequestContext, Page } from '@playwright/test'
import { newAccount, newLink, oncePerWorker, upload } from './arrange.ts'
import { expect, test } from './fixtures.ts'

async function makeGallery(
  request: APIRequestContext,
  opening: 'cover' | 'wall',
  shape: { width: number; height: number },
) {
  const owner = await newAccount(request, 'Marta Reyes')
  const link = await newLink(request, owner, { opening, description: 'Twelve months of walks.' })
  const image = await upload(request, owner, link, { title: 'Nine ridges', ...shape })
  for (const width of [600, 500, 700]) await upload(request, owner, link, { width, height: 400 })
  return { gallery: `/links/${link.slug}`, image: `/images/${image._id}` }
}

const aGallery = oncePerWorker(makeGallery)

/** Opens a page, but holds back the app's scripts and styles until the returned function is called. */
async function openWithoutApp(page: Page, path: string) {
  let letThrough = () => {}
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route(/\/assets\/[^/]+\.(js|css)$/, async (route) => {
    await isLetThrough
    await route.continue()
  })
  await page.addInitScript(() => {
    document.addEventListener('hydrated', () => document.documentElement.setAttribute('data-hydrated', ''))
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  return async () => {
    letThrough()
    await expect(page.locator('html[data-hydrated]')).toBeAttached()
    // The styles can load after the scripts.
    await page.waitForLoadState('networkidle')
  }
}

/** Returns the position and appearance of text, controls and eagerly loaded photos above the fold. */
const looksOf = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const isSeen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().y < innerHeight
    const seen = Array.from(
      document.querySelectorAll('#root :is(h1, p, img:not([loading="lazy"]), a, button, li)'),
    ).filter(isSeen)
    return seen.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { color, borderTopColor, fontSize } = getComputedStyle(element)
      const name = element.getAttribute('aria-label') || element.getAttribute('alt') || element.textContent?.trim()
      return [element.localName, name, ...[x, y, width, height].map(Math.round), color, borderTopColor, fontSize].join(
        ' ',
      )
    })
  })

async function expectSameLooks(page: Page, path: string) {
  const letAppCome = await openWithoutApp(page, path)
  const first = await looksOf(page)
  expect(first.length).toBeGreaterThan(5)
  await letAppCome()
  expect(await looksOf(page)).toEqual(first)
}

for (const [name, opening, shape, tag] of [
  ['a cover', 'cover', { width: 1600, height: 1000 }, []],
  ['an upright cover', 'cover', { width: 1200, height: 1600 }, ['@full']],
  ['a panorama', 'cover', { width: 2400, height: 800 }, ['@full']],
  ['a small cover', 'cover', { width: 480, height: 320 }, ['@full']],
  ['the wall', 'wall', { width: 1600, height: 1000 }, []],
] as const) {
  test(`a gallery that opens with ${name} looks the same before and after hydration`, { tag: [...tag] }, async ({
    page,
    request,
  }) => {
    await expectSameLooks(page, (await aGallery(request, opening, shape)).gallery)
  })
}

test('an image page looks the same before and after hydration', async ({ page, request }) => {
  await expectSameLooks(page, (await aGallery(request, 'cover', { width: 1600, height: 1000 })).image)
})

test('photos below a cover are placeholders until the visitor scrolls', async ({ page, request }) => {
  await openWithoutApp(page, (await aGallery(request, 'cover', { width: 1600, height: 1000 })).gallery)
  const picture = page.locator('.wall-picture > img[loading="lazy"]').first()
  const hasCome = () => picture.evaluate((image: HTMLImageElement) => image.complete)

  await expect(page.locator('.cover > img')).toHaveJSProperty('complete', true)
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  expect(await hasCome()).toBe(false)
  await expect(picture.locator('..')).toHaveCSS('background-image', /^url\("data:image/)
  await page.evaluate(() => scrollBy(0, 100))
  await expect.poll(hasCome).toBe(true)
})

test('a click on a button counts, however late the app loads', async ({ page, request }) => {
  await page.addInitScript(() => {
    const usual = window.setTimeout
    const shortened = (run: () => void, ms = 0) => usual(run, ms === 4000 ? 0 : ms)
    window.setTimeout = shortened as typeof window.setTimeout
  })
  const { gallery } = await aGallery(request, 'wall', { width: 1600, height: 1000 })
  const letAppCome = await openWithoutApp(page, gallery)
  await page.evaluate(() => new Promise((waited) => setTimeout(waited, 100)))
  await page.getByRole('button', { name: 'Menu' }).click()
  await letAppCome()
  await expect(page.getByRole('menu')).toBeVisible()
})
