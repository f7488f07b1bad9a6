import type { Page } from '@playwright/test'
import { forgetSession, newAccount, newLink, upload } from './arrange.ts'
import { expect, expectAccessibleLayout, expectNoHorizontalScroll, keepToasts, test } from './fixtures.ts'
import { pressLogin } from './recipients.ts'

const background = { light: 'rgb(252, 252, 252)', dark: 'rgb(18, 18, 18)' }
const unknownPath = '/no/such/page'
// The browser logs this status as an error.
const pageIsMissing = /status of 404 .*\/no\/such\/page$/

const expectTheme = (page: Page, theme: keyof typeof background) =>
  expect(page.locator('html')).toHaveCSS('background-color', background[theme])

test('an unknown URL returns 404 and links to other pages', { tag: '@full' }, async ({ page, allow }) => {
  allow(pageIsMissing)
  const response = await page.goto(unknownPath)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expect(page).toHaveTitle('Page not found · Framelight')
  const ways = page.getByRole('main').getByRole('link')
  await expect(ways).toHaveText(['Home', 'Dashboard', 'Pricing', 'FAQ', 'Contact'])

  await ways.first().click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Share Your Images Beautifully')
  await expect(page.getByRole('main')).toBeFocused()
})

test('well-known files exist and have the right type', { tag: '@full' }, async ({ request }) => {
  for (const [path, type] of [
    ['/robots.txt', 'text/plain'],
    ['/sitemap.xml', 'application/xml'],
    ['/favicon.ico', 'image/'],
    ['/favicon.svg', 'image/svg+xml'],
    ['/apple-touch-icon.png', 'image/png'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/preview.jpg', 'image/jpeg'],
  ] as const) {
    const answer = await request.get(path)
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      200,
      expect.stringContaining(type),
    ])
  }
  const { icons } = await (await request.get('/manifest.webmanifest')).json()
  for (const { src } of icons) expect((await request.get(src)).headers()['content-type']).toBe('image/png')
})

test('the theme follows the system until one is chosen, and the choice is saved', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await expectTheme(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectTheme(page, 'dark')

  await page.getByRole('button', { name: 'Theme: system' }).click()
  await expectTheme(page, 'light')
  await page.reload()
  await expectTheme(page, 'light')
  await expect(page.locator('meta[name="theme-color"][media="all"]')).toHaveAttribute('content', '#fcfcfc')
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await expectTheme(page, 'dark')
  await page.getByRole('button', { name: 'Theme: dark' }).click()
  await expect(page.getByRole('button', { name: 'Theme: system' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test("the chosen theme is applied before the app's scripts run", async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
  await page.goto('/')
  await expectTheme(page, 'dark')
})

test('a theme chosen in one tab applies to the other', { tag: '@full' }, async ({ page, context }) => {
  const other = await context.newPage()
  await Promise.all([page.goto('/'), other.goto('/')])
  await page.getByRole('button', { name: 'Theme: system' }).click()
  await expectTheme(other, 'dark')
  await expect(other.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
})

test('Tab moves through the header and the first buttons in order, with visible focus', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  // Wait for the content, because the footer appears earlier.
  await expect(page.getByRole('main').getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(8)
  const isPhone = (page.viewportSize()?.width ?? 0) < 832
  const expected = [
    'Skip to content',
    'Framelight',
    ...(isPhone ? [] : ['Home', 'Pricing', 'FAQ', 'Contact']),
    'Theme: system',
    ...(isPhone ? ['Menu'] : ['Login', 'Register']),
    'Get Started',
    'Login',
  ]
  const names: string[] = []
  for (const _ of expected) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus-visible')
    await expect(focused).toHaveCSS('outline', /2px/)
    await expect(focused).toBeInViewport()
    names.push((await focused.getAttribute('aria-label')) ?? (await focused.innerText()))
  }
  expect(names).toEqual(expected)
})

test('the keyboard can choose the theme and skip the header', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Theme: system' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeFocused()

  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the home page and the not-found page are accessible, even at 320 px', { tag: '@full' }, async ({
  page,
  allow,
}) => {
  allow(pageIsMissing)
  for (const path of ['/', unknownPath]) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo').getByRole('link')).toHaveCount(8)
    await expectNoHorizontalScroll(page)
    await expectAccessibleLayout(page)
  }
})

test("toasts use our typeface, contain their close button and don't cover titles or bars", async ({
  page,
  request,
  isMobile,
}) => {
  const account = await newAccount(request)
  const link = await newLink(request, account)
  const image = await upload(request, account, link)
  const open = [`/links/${link.slug}`, `/images/${image._id}`, '/pricing']
  const own = ['/dashboard', '/links/create', `/links/edit/${link._id}`, `/upload/${link._id}`, '/subscription']
  // Skip hashing the password for each login.
  const { token, user } = account
  await page.route('/api/auth/login', (route) => route.fulfill({ json: { success: true, token, user } }))
  await keepToasts(page)
  for (const place of [...open, ...own]) {
    await page.goto(place)
    if (open.includes(place)) await pressLogin(page, isMobile)
    await page.getByLabel('Email', { exact: true }).fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Login successful!' })
    await expect(toast).toBeVisible()
    await expect(page).toHaveURL(place)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(toast).toHaveCSS('font-family', /^"?Instrument Sans/)
    await expect(toast).toHaveCSS('font-size', '15px')
    // Compare positions after the toast has slid in.
    await expect
      .poll(() =>
        toast.evaluate((it) => {
          const box = it.getBoundingClientRect()
          const close = it.querySelector('[data-close-button]')?.getBoundingClientRect()
          const title = document.querySelector('h1')
          if (!close || !title) return 'missing'
          const isInside = close.right <= box.right && close.left >= box.left && close.top >= box.top
          const range = document.createRange()
          range.selectNodeContents(title)
          const words = [...range.getClientRects()]
          const isOver = words.some(
            (line) => line.left < box.right && line.right > box.left && line.top < box.bottom && line.bottom > box.top,
          )
          const bar = document.querySelector('.sticky.bottom-0')?.getBoundingClientRect().top ?? innerHeight
          const isAtBottom = box.top > innerHeight / 2 && box.bottom < bar
          return { isInside, isOver, isAtBottom }
        }),
      )
      .toEqual({ isInside: true, isOver: false, isAtBottom: isMobile })
    await forgetSession(page)
  }
})

test('the not-found page shows its heading on a landscape phone without scrolling', { tag: '@full' }, async ({
  page,
  allow,
}) => {
  allow(/status of 404/)
  await page.setViewportSize({ width: 844, height: 390 })
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
})
