import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page, PlaywrightWorkerArgs } from '@playwright/test'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import { type Account, newAccount, newLink, signIn, upgrade, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, test } from './fixtures.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'
const chatPreview = 'WhatsApp/2.23.20.0'

/** Simulates a chat preview, the owner and two visitors. One visitor visits twice, views a photo and downloads it. */
async function visited(
  {
    playwright,
    request,
    baseURL,
  }: { playwright: PlaywrightWorkerArgs['playwright']; request: APIRequestContext; baseURL: string | undefined },
  account: Account,
  link: Link,
  image: Image,
) {
  const as = async (userAgent: string, work: (visitor: APIRequestContext) => Promise<unknown>) => {
    const visitor = await playwright.request.newContext({ ...(baseURL && { baseURL }), userAgent })
    await work(visitor)
    await visitor.dispose()
  }
  const visit = `/api/links/slug/${link.slug}/visit`
  await as(iphone, async (visitor) => {
    await visitor.post(visit, { data: { ref: 'chat.example' } })
    await visitor.post(visit, { data: { ref: 'chat.example' } })
    await visitor.post(`/api/images/${image._id}/view`)
    expect((await visitor.get(`${image.url}?download=1`)).status()).toBe(200)
  })
  await as(windows, (visitor) => visitor.post(visit, { data: {} }))
  await as(chatPreview, (visitor) => visitor.get(`/api/links/slug/${link.slug}`))
  await request.get(`/api/links/slug/${link.slug}`, {
    headers: { authorization: `Bearer ${account.token}`, 'user-agent': windows },
  })
}

test("an owner's visits, days, images, referrers and devices are counted and can be exported", {
  tag: '@full',
}, async ({ page, playwright, request, baseURL }) => {
  const account = await newAccount(request)
  await upgrade(request, account, 'gold')
  const link = await newLink(request, account)
  const image = await upload(request, account, link, { title: '=1+1 Dunes' })
  await visited({ playwright, request, baseURL }, account, link, image)
  await signIn(page, account)

  await page.goto('/dashboard')
  await page.getByRole('button', { name: `More for ${link.title}` }).click()
  await page.getByRole('menuitem', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(`/links/${link._id}/analytics`)
  await expectTotals(page)
  const chart = page.getByRole('img', { name: /^Gallery views per day from .* Highest: 2 on / })
  await expect(chart).toBeVisible()
  const day = page.getByRole('slider', { name: 'Day' })
  await day.press('ArrowLeft')
  await expect(day).toHaveAttribute('aria-valuetext', /^\w+ \d+: 0 gallery views, 0 visitors$/)
  await chart.hover({ position: { x: 60, y: 100 } })
  await expect(page.getByText('0 gallery views', { exact: true })).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Show as table' }).click()
  await expect(page.getByRole('row')).toHaveCount(8)
  await expect(page.getByRole('row').nth(1)).toContainText(/2\s*2\s*1\s*1$/)
  for (const name of ['=1+1 Dunes', 'chat.example', 'Phone', 'Computer'])
    await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('1')
  await expectAccessibleLayout(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('analytics.csv')
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines[0]).toBe('date,visits,visitors,imageViews,downloads')
  expect(lines[365]).toMatch(/^\d{4}-\d\d-\d\d,2,2,1,1$/)
  expect(lines.slice(366)).toEqual(['image,title,views,,', `${image._id},"'=1+1 Dunes",1,,`])

  await page.goto('/analytics')
  await expectTotals(page)
})

async function expectTotals(page: Page) {
  for (const [noun, value] of [
    ['gallery views', 2],
    ['unique visitors', 2],
    ['image views', 1],
    ['downloads', 1],
  ] as const) {
    const figure = page
      .locator('dl > div')
      .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${noun}$`) }) })
    await expect(figure).toHaveText(new RegExp(`^${noun}\\s*${value}$`))
  }
  await expect(page.getByRole('main')).toContainText('Not counted in this period: 1 request from bots')
  await expect(page.getByRole('main')).toContainText('1 of your own, and 1 repeat')
}
