// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { getSubscription, verifySubscription } from '#shared/subscriptions.ts'
import { aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable, unreadable } from '#test/support/fake-api.ts'
import { alerts, main, openPage, press, stateNow, urlNow } from '#test/support/pages.ts'

// verification.test.ts covers when the page retries and when it opens the dashboard.

const api = createFakeApi()
const path = '/subscription/success?session_id=test_1'
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const links = () =>
  main()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('a verified checkout shows the plan until the dashboard opens', async () => {
  api.answer(verifySubscription, { success: true, data: aSubscription('gold') })
  await openPage(path, aUser())
  await waitFor(() => expect(title()).toBe("You're on Gold"))
  expect(api.calls(verifySubscription).map(({ query }) => query.get('sessionId'))).toEqual(['test_1'])
  expect(main().getByRole('status').textContent).toContain('It renews on Dec 12, 2026.')

  const titles = new Set<string | null>()
  const watching = new MutationObserver(() => titles.add(document.querySelector('h1')?.textContent ?? null))
  watching.observe(document.body, { subtree: true, childList: true, characterData: true })
  await waitFor(() => expect(urlNow()).toBe('/dashboard'), { timeout: 10_000 })
  watching.disconnect()
  expect([...titles]).not.toContain('Verifying your subscription')
})

test('coming back to a result shows it again without verifying or redirecting', async () => {
  api.answer(verifySubscription, { success: true, data: aSubscription('gold') })
  api.answer(getSubscription, { success: true, data: aSubscription('gold') })
  await openPage(path, aUser())
  await waitFor(() => expect(title()).toBe("You're on Gold"))
  await waitFor(() => expect(stateNow()).toEqual({ isSeen: true }))
  cleanup()

  await openPage({ pathname: '/subscription/success', search: '?session_id=test_1', state: stateNow() }, aUser())
  await waitFor(() => expect(title()).toBe("You're on Gold"))
  expect(main().getByRole('status').textContent).not.toContain('Taking you')
  expect(api.calls(verifySubscription)).toHaveLength(1)
})

test('Back from the checkout to a paid plan only shows the plan', async () => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'back_forward' } as unknown as PerformanceEntry])
  api.answer(getSubscription, { success: true, data: aSubscription('gold') })
  await openPage(path, aUser())
  await waitFor(() => expect(title()).toBe("You're on Gold"))
  expect(main().getByRole('status').textContent).not.toContain('Taking you')
  vi.restoreAllMocks()
})

test('the page says that it keeps trying after a network error', async () => {
  api.answer(verifySubscription, unreachable)
  await openPage(path, aUser())
  expect(await screen.findByText('Verification in progress, please wait...')).toBeDefined()
  expect(title()).toBe('Verifying your subscription')
})

const providerDown = 'Failed to verify subscription. Please try again.'

test.each([
  ['Failed to verify subscription', () => unreadable()],
  [providerDown, () => refusal('PAYMENT_PROVIDER', providerDown)],
])('a failed verification says "%s"', async (sentence, answer) => {
  api.answer(verifySubscription, answer)
  await openPage(path, aUser())
  await waitFor(() => expect(alerts()).toEqual([sentence]))
})

test('after two rejected attempts, the user can try again or continue to the dashboard', async () => {
  const unpaid = "This checkout hasn't been paid yet."
  api.answer(verifySubscription, refusal('VALIDATION_FAILED', unpaid))
  api.answer(getSubscription, { success: true, data: aSubscription() })
  await openPage(path, aUser())
  await waitFor(() => expect(alerts()).toEqual([unpaid]))
  expect(api.calls(getSubscription).length).toBeGreaterThan(0)
  await waitFor(() => expect(title()).toBe('Verification Still in Progress'))
  expect(api.calls(verifySubscription)).toHaveLength(2)
  expect(screen.getByRole('link', { name: 'Continue to Dashboard' }).getAttribute('href')).toBe('/dashboard')
  await press('Try again')
  await waitFor(() => expect(api.calls(verifySubscription)).toHaveLength(3))
  await waitFor(() => expect(title()).toBe('Verification Still in Progress'))
  localStorage.removeItem('authToken')
  await press('Try again')
  await waitFor(() => expect(alerts()).toEqual(['Authentication token not found. Please log in again.']))
})

test('an unknown checkout shows an error and links to other pages', async () => {
  api.answer(verifySubscription, refusal('NOT_FOUND', "This checkout doesn't exist."))
  await openPage(path, aUser())
  await waitFor(() => expect(title()).toBe("We couldn't verify your payment"))
  expect(alerts()).toEqual(["This checkout doesn't exist."])
  expect(screen.getByRole('main').textContent).toContain("Your plan hasn't changed.")
  expect(screen.getByRole('main').textContent).not.toMatch(/in progress|update automatically/i)
  expect(links()).toEqual(['Go to Dashboard', 'Contact support'])
})

test('a result URL without a session ID shows an error and links to other pages', async () => {
  await openPage('/subscription/success', aUser())
  await waitFor(() =>
    expect(alerts()).toEqual(['No session ID found in the URL. Please try again or contact support.']),
  )
  expect(links()).toEqual(['Go to Dashboard', 'Contact support'])
})

test("a logged-out visitor is sent to the login page, which remembers the result's URL", async () => {
  const opening = openPage(path)
  // The toast may be gone before a slow machine has loaded the page.
  await screen.findByText('You need to be logged in to verify your subscription. Please log in and try again.')
  await opening
  expect(urlNow()).toBe('/login')
  expect(stateNow()).toEqual({ from: path })
})
