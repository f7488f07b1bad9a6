// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { login } from '#shared/accounts.ts'
import { getConfig } from '#shared/config.ts'
import { listLinks } from '#shared/links.ts'
import { exchangeOidcCode, startOidc } from '#shared/oidc.ts'
import { aConfig, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable, unreadable } from '#test/support/fake-api.ts'
import { alerts, field, fill, main, openPage, press, urlNow } from '#test/support/pages.ts'
import { browserTimeZone } from '#web/lib/formats.ts'

const api = createFakeApi()
const submit = () => press('Login', main())

test('login validates its fields, keeps the input after an error and opens the dashboard', async () => {
  api.answer(login, refusal('UNAUTHENTICATED', 'Invalid email or password'))
  api.answer(listLinks, { success: true, data: [] })
  await openPage('/login')
  expect(document.title).toBe('Login · Framelight')
  await submit()
  await waitFor(() => expect(alerts()).toEqual(['Email is required', 'Password is required']))
  expect(document.activeElement).toBe(field('Email'))
  fill({ Email: 'ann', Password: '12345' })
  await waitFor(() => expect(alerts()).toEqual(['Email is invalid', 'Password must be at least 6 characters']))

  fill({ Email: 'mara@example.com', Password: 'wrong horse' })
  await submit()
  await waitFor(() => expect(alerts()).toEqual(['Invalid email or password']))
  expect([field('Email').value, field('Password').value]).toEqual(['mara@example.com', 'wrong horse'])

  api.answer(login, { success: true, token: 'token', user: aUser() })
  fill({ Password: 'correct horse' })
  fireEvent.click(field('Remember me'))
  fireEvent.submit(field('Password'))
  expect(await screen.findByText('Login successful!')).toBeDefined()
  expect(api.calls(login).at(-1)?.body).toEqual({
    email: 'mara@example.com',
    password: 'correct horse',
    rememberMe: true,
    timeZone: browserTimeZone(),
  })
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
})

test.each([
  ['An error occurred during login', unreachable],
  ['Login failed', () => unreadable()],
])('a failed login says "%s", keeps the input and is never sent twice', async (sentence, answer) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  api.answer(login, async () => {
    await promise
    return answer()
  })
  await openPage('/login')
  fill({ Email: 'ann@example.com', Password: 'secret' })
  await submit()
  const busy = await screen.findByRole('button', { name: 'Logging in' })
  expect(busy.getAttribute('aria-busy')).toBe('true')
  fireEvent.click(busy)
  fireEvent.submit(field('Password'))
  resolve()
  await waitFor(() => expect(alerts()).toEqual([sentence]))
  expect(field('Password').value).toBe('secret')
  expect(api.calls(login)).toHaveLength(1)
})

test('an account with an authenticator app asks for a code after the password', async () => {
  api.answer(login, refusal('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.'))
  api.answer(listLinks, { success: true, data: [] })
  await openPage('/login')
  fill({ Email: 'mara@example.com', Password: 'correct horse' })
  await submit()
  expect(await screen.findByLabelText('Code')).toBeDefined()
  expect(screen.queryByLabelText('Password')).toBeNull()
  expect(field('Code').autocomplete).toBe('one-time-code')

  api.answer(login, refusal('WRONG_CODE', 'Wrong', { code: 'Wrong' }))
  fill({ Code: '000000' })
  await submit()
  await waitFor(() => expect(alerts()).toEqual(['Wrong']))
  await press('Use a recovery code')
  api.answer(login, { success: true, token: 'token', user: aUser() })
  fill({ 'Recovery code': 'k7m2p-9wq4x' })
  await submit()
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
  expect(api.calls(login).at(-1)?.body).toMatchObject({ password: 'correct horse', code: 'k7m2p-9wq4x' })
})

describe('single sign-on', () => {
  const fjord = { oidc: { name: 'Fjord Collective' } }
  const withConfig = (fields: Parameters<typeof aConfig>[0]) =>
    api.answer(getConfig, { success: true, data: aConfig(fields) })

  const exists = Response.json(
    { success: false, code: 'ACCOUNT_EXISTS', message: 'There is an account', data: { email: 'mara@lind.example' } },
    { status: 403 },
  )

  test('opens the provider, and remembers the choice to stay logged in', async () => {
    withConfig(fjord)
    api.answer(startOidc, { success: true, data: { url: 'https://login.fjord.example/authorize' } })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    await openPage({ pathname: '/login', state: { from: '/account' } })
    fireEvent.click(field('Remember me'))
    await press('Continue with Fjord Collective', main())
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.fjord.example/authorize'))
    expect(api.calls(startOidc)[0]?.body).toEqual({ rememberMe: true })
  })

  test("says if the provider can't be reached", async () => {
    withConfig(fjord)
    api.answer(startOidc, refusal('UNAVAILABLE', "Fjord Collective can't be reached right now."))
    await openPage('/login')
    await press('Continue with Fjord Collective', main())
    await waitFor(() => expect(alerts()).toEqual(["Fjord Collective can't be reached right now."]))
  })

  test('a code logs in, leaves the URL, and returns to the page where it started', async () => {
    withConfig(fjord)
    api.answer(exchangeOidcCode, { success: true, token: 'token', user: aUser() })
    api.answer(listLinks, { success: true, data: [] })
    sessionStorage.setItem('return-to', '/dashboard?sort=oldest')
    await openPage('/login?oidc=some-code')
    await waitFor(() => expect(urlNow()).toBe('/dashboard?sort=oldest'))
    expect(api.calls(exchangeOidcCode).map(({ body }) => body)).toEqual([
      { code: 'some-code', timeZone: browserTimeZone() },
    ])
  })

  test('an account that exists is connected with its password', async () => {
    withConfig(fjord)
    api.answer(listLinks, { success: true, data: [] })
    api.answer(exchangeOidcCode, exists)
    await openPage('/login?oidc=some-code')
    expect(await screen.findByRole('heading', { name: 'You already have an account' })).toBeDefined()
    expect(screen.getByText(/Enter its password once to connect it with Fjord Collective\./)).toBeDefined()
    expect(urlNow()).toBe('/login')
    api.answer(
      exchangeOidcCode,
      refusal('VALIDATION_FAILED', 'Password is incorrect', { password: 'Password is incorrect' }),
    )
    fill({ Password: 'wrong horse' })
    await press('Connect and log in', main())
    await waitFor(() => expect(alerts()).toEqual(['Password is incorrect']))
    api.answer(exchangeOidcCode, refusal('SECOND_FACTOR_REQUIRED', 'Enter the code from your authenticator app.'))
    fill({ Password: 'correct horse' })
    await press('Connect and log in', main())
    expect(await screen.findByLabelText('Code')).toBeDefined()
    api.answer(exchangeOidcCode, { success: true, token: 'token', user: aUser() })
    fill({ Code: '123456' })
    await submit()
    await waitFor(() => expect(urlNow()).toBe('/dashboard'))
    expect(api.calls(exchangeOidcCode).at(-1)?.body).toMatchObject({
      code: 'some-code',
      password: 'correct horse',
      secondFactorCode: '123456',
    })
  })

  test('a code that no longer works leads back to the form', async () => {
    withConfig(fjord)
    api.answer(exchangeOidcCode, refusal('UNAUTHENTICATED', 'This login has expired.'))
    await openPage('/login?oidc=some-code')
    await waitFor(() => expect(alerts()).toEqual(['This login has expired.']))
    expect(field('Email')).toBeDefined()
  })

  test.each([
    ['denied', "Fjord Collective didn't let you in. Try again, or log in another way."],
    ['failed', "We couldn't log you in with Fjord Collective. Try again, or log in another way."],
    ['unverified', "Fjord Collective hasn't verified your email address. Verify it there, then try again."],
    ['closed', "There's no account for you here yet. Ask this site's administrator to invite you."],
  ])('explains the error "%s"', async (code, sentence) => {
    withConfig(fjord)
    await openPage(`/login?oidcError=${code}`)
    await waitFor(() => expect(alerts()).toEqual([sentence]))
    expect(urlNow()).toBe('/login')
  })

  test('scrolls to the error of the form, not to that of the provider', async () => {
    withConfig(fjord)
    api.answer(login, refusal('UNAUTHENTICATED', 'Invalid email or password'))
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
    await openPage('/login?oidcError=denied')
    await screen.findByRole('alert')
    fill({ Email: 'mara@example.com', Password: 'wrong horse' })
    await submit()
    await waitFor(() => expect(alerts()).toHaveLength(2))
    const scrolledTo = () => scroll.mock.contexts.map((element) => (element as Element).textContent)
    await waitFor(() => expect(scrolledTo()).toEqual(['Invalid email or password']))
  })

  test('shows no form if password login is off', async () => {
    withConfig({ ...fjord, passwordLogin: 'off' })
    await openPage('/login')
    expect(await screen.findByText('This site uses your Fjord Collective account.')).toBeDefined()
    expect(screen.queryByLabelText('Password')).toBeNull()
    expect(await screen.findByRole('button', { name: 'Continue with Fjord Collective' })).toBeDefined()
  })
})
