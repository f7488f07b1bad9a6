import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page, PlaywrightWorkerArgs } from '@playwright/test'
import type { Image } from '#shared/images.ts'
import type { Link } from '#shared/links.ts'
import type { PlanId } from '#shared/plans.ts'
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

async function expectTotals(page: Page, plan: PlanId) {
  for (const [noun, value] of [
    ['gallery views', 2],
    ...(plan === 'free' ? [] : ([['unique visitors', 2]] as const)),
    ['image views', 1],
    ['downloads', 1],
  ] as const) {
    const figure = page
      .locator('dl > div')
      .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${noun}$`) }) })
    await expect(figure).toHaveText(new RegExp(`^${noun}\\s*${value}\\s*no earlier data$`))
  }
  await expect(page.getByRole('main')).toContainText('Not counted in this period: 1 request from bots')
  await expect(page.getByRole('main')).toContainText('1 of your own, and 1 repeat')
}

const shown: Record<PlanId, { periods: string[]; headings: string[]; more?: string }> = {
  free: { periods: ['7 days', '30 days'], headings: [], more: 'More with Plus' },
  plus: {
    periods: ['7 days', '30 days', '90 days'],
    headings: ['Gallery views per day', 'Top images'],
    more: 'More with Gold',
  },
  gold: {
    periods: ['7 days', '30 days', '90 days', '1 year'],
    headings: ['Gallery views per day', 'Top images', 'Where visitors come from', 'Devices'],
  },
}
const everyHeading = [...shown.gold.headings, 'More with Plus', 'More with Gold']

for (const plan of ['free', 'plus', 'gold'] as const) {
  test(`on the ${plan} plan, analytics show only what the plan includes`, async ({
    page,
    playwright,
    request,
    baseURL,
  }) => {
    const account = await newAccount(request)
    if (plan !== 'free') await upgrade(request, account, plan)
    const link = await newLink(request, account)
    const image = await upload(request, account, link, { title: '=1+1 Dunes' })
    await visited({ playwright, request, baseURL }, account, link, image)
    await signIn(page, account)

    await page.goto('/dashboard')
    await page.getByRole('link', { name: `Analytics for ${link.title}` }).click()
    await expect(page).toHaveURL(`/links/${link._id}/analytics`)
    await expectTotals(page, plan)
    await expect(page.getByText('unique visitors', { exact: true })).toHaveCount(plan === 'free' ? 0 : 1)
    const { periods, headings, more } = shown[plan]
    await expect(page.getByRole('group', { name: 'Period' }).locator('label')).toHaveText(periods)
    for (const heading of everyHeading) {
      const isShown = headings.includes(heading) || heading === more
      await expect(page.getByRole('heading', { name: heading, exact: true })).toHaveCount(isShown ? 1 : 0)
    }
    await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(plan === 'gold' ? 1 : 0)
    await expectAccessibleLayout(page)

    if (plan !== 'free') {
      await expect(page.getByRole('img', { name: /^Gallery views per day from .* Highest: 2 on / })).toBeVisible()
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expect(page.getByRole('row')).toHaveCount(31)
      await expect(page.getByRole('row').nth(1)).toContainText(/2\s*2\s*1\s*1$/)
      await expect(page.getByRole('listitem').filter({ hasText: '=1+1 Dunes' })).toContainText('1')
      await expectAccessibleLayout(page)
    }
    if (plan === 'gold') {
      await expect(page.getByRole('listitem').filter({ hasText: 'chat.example' })).toContainText('1')
      for (const device of ['Phone', 'Computer']) {
        await expect(page.getByRole('listitem').filter({ hasText: device })).toContainText('1')
      }
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe('analytics.csv')
      const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
      expect(lines[0]).toBe('date,visits,visitors,imageViews,downloads')
      expect(lines[365]).toMatch(/^\d{4}-\d\d-\d\d,2,2,1,1$/)
      expect(lines.slice(366)).toEqual(['image,title,views,,', `${image._id},"'=1+1 Dunes",1,,`])
    }

    await page.goto('/analytics')
    await expectTotals(page, plan)
    await expectAccessibleLayout(page)
  })
}

test("only the owner sees statistics, and can retry if they don't load", async ({ page, request, allow }) => {
  allow(/status of (500|403|404)/)
  const account = await newAccount(request)
  const link = await newLink(request, account)
  await signIn(page, account)
  await page.route('/api/analytics?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/analytics')
  await expect(page.getByRole('alert')).toContainText("Couldn't load analytics. Please try again.")
  await expectAccessibleLayout(page)
  await page.unroute('/api/analytics?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('term').filter({ hasText: /^gallery views$/ })).toBeVisible()

  await signIn(page, await newAccount(request, 'Otto'))
  await page.goto(`/links/${link._id}/analytics`)
  await expect(page.getByRole('main')).toContainText(/Unable to fetch the link|Couldn't load analytics/)
})
