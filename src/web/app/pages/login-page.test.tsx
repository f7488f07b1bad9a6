// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { login } from '#shared/accounts.ts'
import { listLinks } from '#shared/links.ts'
import { aUser } from '#test/support/api-samples.ts'
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
