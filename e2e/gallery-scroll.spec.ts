import type { APIRequestContext, Page } from '@playwright/test'
import type { Image } from '#shared/images.ts'
import { newAccount, newLink, upload } from './arrange.ts'
import { test, expect as usual } from './fixtures.ts'

// On a busy machine, laying out 250 photos takes seconds.
const expect = usual.configure({ timeout: 45_000 })

const total = 250
const idOf = (n: number) => `copy-${n}`

/** Fakes a gallery of 250 photos. The HTML has only real ones, and the API returns all 250. */
async function aLargeGallery(page: Page, request: APIRequestContext) {
  const owner = await newAccount(request)
  const link = await newLink(request, owner)
  const uploads = Array.from({ length: 25 }, () => upload(request, owner, link, { width: 60, height: 40 }))
  await Promise.all(uploads)
  const answer = (data: unknown) => ({ json: { success: true, data } })
  let images: Image[] = []
  await page.route(new RegExp(`/api/links/slug/${link.slug}(\\?|$)`), async (route) => {
    const { data } = await (await route.fetch()).json()
    images = Array.from({ length: total }, (_, n) => ({
      ...data.images[n % data.images.length],
      ...(n >= data.images.length && { _id: idOf(n) }),
      title: `Picture ${n + 1}`,
    }))
    await route.fulfill(answer({ ...data, imageCount: total, images }))
  })
  // An image page also loads its neighbors.
  await page.route(`/api/links/${link._id}/images`, (route) => route.fulfill(answer(images)))
  await page.route(/\/api\/images\/copy-\d+$/, (route) =>
    route.fulfill(answer(images.find(({ _id }) => route.request().url().endsWith(_id)))),
  )
  await page.route(/\/api\/images\/copy-\d+\/view$/, (route) => route.fulfill({ json: { success: true } }))
  await page.route(/\/api\/comments\/image\/copy-/, (route) => route.fulfill(answer([])))
  return { path: `/links/${link.slug}` }
}

const placeOf = (page: Page) =>
  page.evaluate(() => {
    const pictures = [...document.querySelectorAll<HTMLElement>('[data-image]')]
    const first = pictures.find((picture) => picture.getBoundingClientRect().bottom > 0)
    return `${first?.dataset.image} at ${Math.round((first?.getBoundingClientRect().top ?? 0) / 4)}`
  })

test('a gallery of 250 photos keeps its scroll position', async ({ page, request }) => {
  // The test lays out 250 photos several times.
  test.slow()
  const { path } = await aLargeGallery(page, request)
  const pictures = page.locator('[data-image]')
  await page.goto(path)
  await expect(pictures).toHaveCount(total)
  const middle = page.locator(`[data-image="${idOf(130)}"]`)
  await middle.evaluate((picture) => window.scrollTo(0, window.scrollY + picture.getBoundingClientRect().top - 200))
  await expect.poll(() => page.evaluate(() => window.history.state.place?.imageId)).toBeDefined()
  const before = await placeOf(page)

  // After a reload, the HTML only has the first few photos.
  await page.reload()
  await expect(pictures).toHaveCount(total)
  await expect.poll(() => placeOf(page)).toBe(before)

  // Closing the lightbox 14 photos later scrolls the wall to the photo last shown.
  await middle.click()
  const viewer = page.getByRole('dialog', { name: 'Photo viewer' })
  await expect(viewer).toContainText('131 of 250')
  await expect(viewer.getByRole('button', { name: 'Next photo' })).toBeVisible()
  for (let n = 132; n <= 145; n += 1) {
    await page.keyboard.press('ArrowRight')
    await expect(viewer).toContainText(`${n} of 250`)
  }
  await expect(page).toHaveURL(`${path}?image=${idOf(144)}`)
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  const seen = page.locator(`[data-image="${idOf(144)}"]`)
  await expect(seen).toBeFocused()
  await expect(seen).toBeInViewport({ ratio: 0.99 })

  // The link on an image page scrolls the gallery to that image, and Back returns to the same position.
  await seen.click()
  await expect(viewer).toContainText('145 of 250')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(`${path}?image=${idOf(145)}`)
  // Navigate within the app, because the server doesn't have these copies.
  await page.evaluate(
    (address) => {
      window.history.pushState(null, '', address)
      window.dispatchEvent(new PopStateEvent('popstate'))
    },
    `/images/${idOf(145)}`,
  )
  await page.getByRole('link', { name: 'View Gallery' }).click()
  const next = page.locator(`[data-image="${idOf(145)}"]`)
  await expect(next).toBeInViewport({ ratio: 0.99 })
  await expect(next).toBeFocused()
  await page.waitForTimeout(300)
  const there = await placeOf(page)
  await page.goto('/faq')
  await page.goBack()
  await expect(pictures).toHaveCount(total)
  await expect.poll(() => placeOf(page)).toBe(there)
})
