// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { getMe, listSessions, login } from '#shared/accounts.ts'
import { getExport } from '#shared/exports.ts'
import { listLinks } from '#shared/links.ts'
import { defaultNotifications } from '#shared/notification-settings.ts'
import { getNotifications } from '#shared/notifications.ts'
import { pages } from '#shared/pages.ts'
import { aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreadable } from '#test/support/fake-api.ts'
import { fill, follow, main, openPage, press, startApp, stateNow, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
const stored = () => Object.keys(localStorage).sort()

beforeEach(() => {
  api.answer(listSessions, { success: true, data: [] })
  api.answer(getNotifications, { success: true, data: defaultNotifications })
  api.answer(getExport, { success: true, data: null })
  api.answer(listLinks, { success: true, data: [] })
})

/** Starts the app's session as on a page load with this token in the browser. */
async function startWith(token: string) {
  localStorage.setItem('authToken', token)
  localStorage.setItem('user', JSON.stringify(aUser()))
  const { watchSession } = await import('#web/lib/session.ts')
  watchSession()
}

test('a protected page redirects to login and back, even via other account pages', async () => {
  await openPage('/account?tab=plan#mail')
  await waitFor(() => expect(urlNow()).toBe('/login'))
  await follow('Register', main())
  await waitFor(() => expect(urlNow()).toBe('/register'))
  await follow('Login', main())
  await follow('Forgot password?')
  await waitFor(() => expect(urlNow()).toBe('/forgot-password'))
  await follow('Login', main())
  await screen.findByLabelText('Password')
  api.answer(login, { success: true, token: 'token', user: aUser() })
  fill({ Email: 'mara@example.com', Password: 'correct horse' })
  await press('Login', main())
  await waitFor(() => expect(urlNow()).toBe('/account?tab=plan#mail'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Settings' })).toBeDefined()
  expect(stored()).toEqual(['authToken', 'user'])
})

test.each([pages.login, pages.register])('%s opens the dashboard for logged-in users', async (path) => {
  await openPage(path, aUser())
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
})

const protectedPages = Object.entries(pages)
  .filter(([name]) =>
    /^(createLink|editLink|linkAnalytics|choices|dashboard|activity|upload|analytics|account|subscription|admin)/.test(
      name,
    ),
  )
  .map(([, path]) => path.replace(/:\w+/, 'some-id'))

test.each(protectedPages)('%s redirects to login when logged out', async (path) => {
  await openPage(path)
  await waitFor(() => expect(urlNow()).toBe('/login'))
  expect(stateNow()).toEqual({ from: path })
})

test('a protected page shows a spinner while the session is checked', async () => {
  const letThrough = api.hold(getMe, { success: true, data: aUser() })
  await startWith('token')
  startApp('/account')
  expect(await main().findByRole('status', { name: 'Loading' })).toBeDefined()
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  letThrough()
  expect(await screen.findByRole('heading', { level: 1, name: 'Account Settings' })).toBeDefined()
})

test("an invalid token is dropped at startup, but a server error doesn't end the session", async () => {
  api.answer(getMe, unreadable(503))
  await startWith('token')
  await openPage('/account')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Account Settings')
  api.answer(getMe, refusal('UNAUTHENTICATED', 'Log in first'))
  await startWith('long-gone')
  await waitFor(() => expect(stored()).toEqual([]))
})

test('the token and the session state are synced every 30 seconds', async () => {
  const setInterval = vi.spyOn(globalThis, 'setInterval')
  api.answer(getMe, { success: true, data: aUser() })
  await startWith('token')
  const sync = setInterval.mock.calls.find(([, ms]) => ms === 30_000)?.[0] as () => void
  setInterval.mockRestore()
  await openPage('/account')
  localStorage.removeItem('authToken')
  sync()
  await waitFor(() => expect(urlNow()).toBe('/login'))
  expect(stored()).toEqual([])
  localStorage.setItem('authToken', 'token')
  sync()
  await waitFor(() => expect(urlNow()).toBe('/account'))
  expect(stored()).toEqual(['authToken', 'user'])
})
