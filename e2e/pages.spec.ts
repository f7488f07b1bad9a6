import type { Page } from '@playwright/test'
import { newAccount, newLink, oncePerWorker, signIn, upload } from './arrange.ts'
import { expect, test } from './fixtures.ts'
import { watchCalls } from './recipients.ts'

const aGallery = oncePerWorker(async (request, fields: object = {}, count: number = 4) => {
  const account = await newAccount(request)
  const link = await newLink(request, account, fields)
  for (let n = 0; n < count; n++) await upload(request, account, link, { fileName: `picture-${n}.jpg` })
  return { account, link }
})

/** Counts photos that have loaded and are in position. Before the first frame, they're moved aside. */
const paintedPictures = (page: Page) =>
  page.evaluate(() => {
    const isInFrame = (image: HTMLImageElement) => getComputedStyle(image).objectPosition === '50% 50%'
    return [...document.images].filter((image) => image.complete && image.naturalWidth > 0 && isInFrame(image)).length
  })

test('a gallery hydrates without errors and only calls the API to count the visit', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const { link } = await aGallery(request)
  const calls = watchCalls(page)
  const response = await page.goto(`/links/${link.slug}`)

  expect(response?.status()).toBe(200)
  expect(await response?.text()).toContain(`<h1`)
  await expect(page).toHaveTitle('A Year Outside · Framelight')
  await expect.poll(() => calls).toEqual([`POST /api/links/slug/${link.slug}/visit`])
  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('title')).toHaveCount(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the photos are visible and can be opened', async ({ page, request, allow }) => {
    // The browser requests the page's scripts, but the CSP blocks them.
    allow(/^csp: .*\/assets\/.*\.js$/)
    const { link } = await aGallery(request)
    await page.goto(`/links/${link.slug}`)

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Year Outside')
    await expect.poll(() => paintedPictures(page)).toBe(4)
    await expect(page.getByText('needs JavaScript')).toHaveCount(0)
    await page.getByRole('link', { name: 'Photo 2 of 4' }).click()
    await expect(page).toHaveURL(/\/images\//)
    await expect.poll(() => paintedPictures(page)).toBeGreaterThan(0)
  })
})

test('a private gallery returns 403 to strangers but opens for its owner', { tag: '@full' }, async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 403 .*\/links\//)
  const { account, link } = await aGallery(request, { isPrivate: true }, 2)
  const response = await page.goto(`/links/${link.slug}`)
  expect(response?.status()).toBe(403)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Private Link')

  await signIn(page, account)
  await page.goto(`/links/${link.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A Year Outside')
})

test('visitors of a public gallery and the owner of a private one can download a ZIP', async ({
  page,
  request,
  allow,
}) => {
  allow(/status of 403 .*\/links\//)
  const [open, closed] = [await aGallery(request, { title: 'Open air' }), await aGallery(request, { isPrivate: true })]
  const takeHome = async () => {
    const download = page.waitForEvent('download')
    await page.getByText('Download all').last().click()
    await page.getByRole('dialog', { name: 'Download photos' }).getByText('Download as ZIP').click()
    return (await download).suggestedFilename()
  }
  await page.goto(`/links/${open.link.slug}`)
  expect(await takeHome()).toBe('Open air.zip')
  await signIn(page, closed.account)
  await page.goto(`/links/${closed.link.slug}`)
  expect(await takeHome()).toBe('A Year Outside.zip')
})
