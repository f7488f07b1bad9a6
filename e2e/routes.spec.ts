import type { APIRequestContext, Page } from '@playwright/test'
import { pages } from '#shared/pages.ts'
import { newAccount, newLink, signIn, turnOnWall, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, expectNoHorizontalScroll, test } from './fixtures.ts'

// This is where every page is checked with axe. Other tests only check dialogs, menus and states of their own.

type PageName = keyof typeof pages
type Sample = { linkId: string; slug: string; imageId: string; token: string; wallToken: string }

const publicPages: PageName[] = [
  'home',
  'login',
  'register',
  'forgotPassword',
  'resetPassword',
  'confirmEmail',
  'pricing',
  'contact',
  'faq',
  'terms',
  'privacy',
  'cookiePolicy',
  'gallery',
  'image',
  'follow',
  'wall',
]
/** Checked in administration.spec.ts, because they need an administrator. */
const adminPages: PageName[] = ['admin', 'adminUsers', 'adminUser', 'adminReports', 'adminLog']
const ownPages = (Object.keys(pages) as PageName[]).filter(
  (name) => !publicPages.includes(name) && !adminPages.includes(name),
)

const addressOf = (name: PageName, sample: Sample) =>
  pages[name].replace(/:(\w+)/g, (_, part: keyof Sample) => sample[part] ?? 'none')

async function arrange(request: APIRequestContext) {
  const account = await newAccount(request)
  const link = await newLink(request, account, { guestUploads: 'everyone' })
  const image = await upload(request, account, link, { title: 'First light on the dunes' })
  const wallToken = (await turnOnWall(request, account, link)).split('/').at(-1) ?? ''
  return { account, sample: { linkId: link._id, slug: link.slug, imageId: image._id, token: 'a-token', wallToken } }
}

async function expectGoodPage(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page).toHaveURL(address)
  await expect(page).toHaveTitle(/\S+.* · Framelight$/)
  await expectNoHorizontalScroll(page)
  await expectAccessibleLayout(page)
}

/** One test opens several pages, because the first page of a test takes twice as long as the others. */
const pagesPerTest = 5
const groupsOf = (names: PageName[]) =>
  Array.from({ length: Math.ceil(names.length / pagesPerTest) }, (_, group) =>
    names.slice(group * pagesPerTest, (group + 1) * pagesPerTest),
  )

for (const group of groupsOf(publicPages)) {
  test(`logged-out visitors can open ${group.join(', ')}`, async ({ page, request }) => {
    const { sample } = await arrange(request)
    for (const name of group) await test.step(name, () => expectGoodPage(page, addressOf(name, sample)))
  })
}

for (const group of groupsOf(ownPages)) {
  test(`users can open ${group.join(', ')}`, async ({ page, request, allow }) => {
    // The sample token opens nothing, and the page says so.
    allow(/status of 404 .*\/api\/collaborations\/a-token$/)
    const { account, sample } = await arrange(request)
    await signIn(page, account)
    for (const name of group) await test.step(name, () => expectGoodPage(page, addressOf(name, sample)))
  })
}
