import type { APIRequestContext, Page } from '@playwright/test'
import { pages } from '#shared/pages.ts'
import { type Account, newAccount, newLink, signIn, upload } from './arrange.ts'
import { expect, expectAccessibleInBothThemes, expectNoHorizontalScroll, test } from './fixtures.ts'

type Sample = { linkId: string; slug: string; imageId: string; token: string }

/** All public pages. A test fails if one is missing, because all other pages must redirect to login. */
const publicPages: Partial<Record<keyof typeof pages, true>> = {
  home: true,
  login: true,
  register: true,
  forgotPassword: true,
  resetPassword: true,
  pricing: true,
  contact: true,
  faq: true,
  terms: true,
  privacy: true,
  cookiePolicy: true,
  gallery: true,
  image: true,
  follow: true,
  confirmEmail: true,
}
const names = Object.keys(pages) as (keyof typeof pages)[]
const protectedNames = names.filter((name) => !publicPages[name])
/** These pages redirect logged-in users, immediately or after a while. */
const leadOn = new Set<keyof typeof pages>(['login', 'register', 'subscriptionSuccess'])

const addressOf = (name: keyof typeof pages, sample: Sample) =>
  pages[name].replace(/:(\w+)/g, (_, part: keyof Sample) => sample[part] ?? 'none')

/** The tests only read this data, so all tests of a worker can share it. */
const arrange = (request: APIRequestContext) => {
  arranged ??= makeSample(request)
  return arranged
}
let arranged: ReturnType<typeof makeSample> | undefined

async function makeSample(request: APIRequestContext): Promise<{ account: Account; sample: Sample }> {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const image = await upload(request, account, link, { title: 'First light on the dunes' })
  return { account, sample: { linkId: link._id, slug: link.slug, imageId: image._id, token: 'a-token' } }
}

async function expectGoodPage(page: Page) {
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page).toHaveTitle(/\S+.* · Framelight$/)
  await expectNoHorizontalScroll(page)
  await expectAccessibleInBothThemes(page)
}

for (const name of names.filter((name) => publicPages[name])) {
  test(`${name} is open to logged-out visitors`, async ({ page, request }) => {
    const { sample } = await arrange(request)
    await page.goto(addressOf(name, sample))
    await expectGoodPage(page)
  })
}

test('protected pages redirect to login when logged out', async ({ page, request }) => {
  const { sample } = await arrange(request)
  for (const name of protectedNames) {
    await page.goto(addressOf(name, sample))
    await expect(page).toHaveURL('/login')
  }
})

for (const name of names.filter((name) => !leadOn.has(name))) {
  test(`${name} opens when logged in`, async ({ page, request }) => {
    const { account, sample } = await arrange(request)
    await signIn(page, account)
    await page.goto(addressOf(name, sample))
    await expect(page).toHaveURL(addressOf(name, sample))
    if (publicPages[name]) await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1)
    else await expectGoodPage(page)
  })
}

test('login and register redirect to the dashboard when logged in', async ({ page, request }) => {
  const { account } = await arrange(request)
  await signIn(page, account)
  for (const address of [pages.login, pages.register]) {
    await page.goto(address)
    await expect(page).toHaveURL(pages.dashboard)
  }
})
