import type { Page } from '@playwright/test'
import { newAccount, newLink, oncePerWorker, upload } from './arrange.ts'
import { expect, test } from './fixtures.ts'

const aGallery = oncePerWorker(async (request) => {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  for (const title of ['Dunes', 'Sea']) await upload(request, owner, link, { title, width: 900, height: 600 })
  return `/links/${link.slug}`
})

type Move = { from: string; to: string; durationMs: number }

/** Records the transforms of every transition between wall and lightbox. */
async function watchMoves(page: Page): Promise<() => Promise<Move[]>> {
  await page.addInitScript(() => {
    const moves: Move[] = []
    Object.assign(window, { moves })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (keyframes, options) {
      const { transform } = keyframes as { transform?: string[] }
      if (transform && typeof options === 'object' && options.pseudoElement === '::view-transition-group(picture)') {
        const [from = '', to = ''] = transform
        moves.push({ from, to, durationMs: Number(options.duration) })
      }
      return animate.call(this, keyframes, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { moves: Move[] }).moves)
}

const lightboxOf = (page: Page) => page.getByRole('dialog', { name: 'Photo viewer' })
const placeOf = ({ x, y }: { x: number; y: number }) => `translate(${x}px, ${y}px)`

test('a photo expands from the wall, and the last one viewed shrinks back to it', async ({ page, request }) => {
  const path = await aGallery(request)
  const moves = await watchMoves(page)
  // Wait for hydration, when the visit is counted, and for the font. Until then, the tile can still move.
  const hydrated = page.waitForRequest(/\/visit$/)
  await page.goto(path)
  await hydrated
  await page.evaluate(() => document.fonts.ready)
  const tile = page.getByRole('link', { name: 'Dunes' })
  await tile.hover()
  const start = await tile.boundingBox()
  await tile.click()
  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('1 of 2')
  await expect.poll(moves).toHaveLength(1)
  const [growing] = await moves()
  expect(growing?.from).toBe(placeOf(start ?? { x: 0, y: 0 }))
  expect(growing?.durationMs).toBe(280)
  // Controls on top of the photo fade in after the transition.
  const delays = await lightbox.evaluate((it) =>
    [getComputedStyle(it, '::before'), getComputedStyle(it.querySelector('.viewer-control') ?? it)].map(
      ({ animationDelay }) => Number.parseFloat(animationDelay) * 1000,
    ),
  )
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(280)
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/image=/)
  await expect(lightbox).toContainText('2 of 2')
  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect.poll(moves).toHaveLength(2)
  const end = await page.getByRole('link', { name: 'Sea' }).boundingBox()
  const [, shrinking] = await moves()
  expect(shrinking?.to).toContain(placeOf(end ?? { x: 0, y: 0 }))
  expect(shrinking?.durationMs).toBe(220)
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0)
})

test("there's no transition with reduced motion", { tag: '@full' }, async ({ page, request }) => {
  const path = await aGallery(request)
  const moves = await watchMoves(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const lightbox = lightboxOf(page)
  await expect(lightbox).toContainText('1 of 2')
  await page.keyboard.press('Escape')
  await expect(lightbox).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Dunes' })).toBeFocused()
  expect(await moves()).toEqual([])
})

test('a zoomed photo fills the width of the screen', { tag: '@full' }, async ({ page, request, isMobile }) => {
  const path = await aGallery(request)
  await page.goto(path)
  await page.getByRole('link', { name: 'Dunes' }).click()
  const picture = lightboxOf(page).getByRole('img', { name: 'Dunes' })
  await expect(picture).toBeVisible()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await expect(async () => {
    if (isMobile) {
      await page.touchscreen.tap(width / 2, height / 2)
      await page.touchscreen.tap(width / 2, height / 2)
    } else await page.mouse.dblclick(width / 2, height / 2)
    const covers = async () => {
      const { x = 1, width: wide = 0 } = (await picture.boundingBox()) ?? {}
      return x <= 0 && x + wide >= width
    }
    await expect.poll(covers, { timeout: 2000 }).toBe(true)
  }).toPass()
})
