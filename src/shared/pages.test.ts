import { expect, test } from 'vitest'
import { isPage, pages } from './pages.ts'

test.each([
  '/',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password/3f9c',
  '/pricing',
  '/contact',
  '/faq',
  '/terms',
  '/privacy',
  '/cookie-policy',
  '/links/my-summer',
  '/links/create',
  '/links/edit/Xy_-9',
  '/images/Xy_-9',
  '/dashboard',
  '/upload/Xy_-9',
  '/account',
  '/subscription',
  '/subscription/success',
  '/subscription/cancel',
  '/links/%C3%A9t%C3%A9',
])('%s is a page, with and without a trailing slash', (path) => {
  expect(isPage(path)).toBe(true)
  if (path !== '/') expect(isPage(`${path}/`)).toBe(true)
})

test.each([
  '',
  'login',
  '/LOGIN',
  '/login/now',
  '/login//',
  '/log',
  '/administrator',
  '/links',
  '/links/',
  '/links//',
  '/links/edit/a/b',
  '/links/my-summer/more',
  '/images',
  '/upload/',
  '/reset-password',
  '/subscription/other',
  '/api/links',
  '/index.html',
  '/wp-login.php',
  '/login?next=/dashboard',
  '/__proto__',
])("%j isn't a page", (path) => {
  expect(isPage(path)).toBe(false)
})

test("two slashes aren't the home page", () => {
  expect(isPage('//')).toBe(false)
})

test('every page matches its own path', () => {
  for (const page of Object.values(pages)) expect(isPage(page.replace(/:\w+/g, 'x1'))).toBe(true)
})

test('no two pages share a path', () => {
  const shapes = Object.values(pages).map((page) => page.replace(/:\w+/g, ':'))
  expect(new Set(shapes).size).toBe(shapes.length)
})
