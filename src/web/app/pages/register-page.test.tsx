// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { register } from '#shared/accounts.ts'
import { getConfig } from '#shared/config.ts'
import { listLinks } from '#shared/links.ts'
import { aConfig, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable, unreadable } from '#test/support/fake-api.ts'
import { alerts, field, fill, main, openPage, press, urlNow } from '#test/support/pages.ts'
import { browserTimeZone } from '#web/lib/formats.ts'

const api = createFakeApi()
const submit = () => press('Register', main())
const agreements = ['Terms and Conditions', 'Privacy Policy']
const fillAll = () => {
  fill({ Name: 'Mara Lind', Email: 'mara@example.com', Password: 'Ridges at 5', 'Confirm password': 'Ridges at 5' })
  for (const text of agreements) fireEvent.click(field(new RegExp(text)))
}

test('registration validates its fields and rates the password', async () => {
  await openPage('/register')
  await submit()
  await waitFor(() =>
    expect(alerts()).toEqual([
      'Name is required',
      'Email is required',
      'Password is required',
      'Please confirm your password',
      'You must agree to the Terms and Conditions',
      'You must agree to the Privacy Policy',
    ]),
  )
  expect(document.activeElement).toBe(field('Name'))
  for (const [Password, word] of [
    ['ridge', 'Weak'],
    ['ridges at', 'Medium'],
    ['Ridges at 5', 'Strong'],
  ] as const) {
    fill({ Password })
    await waitFor(() => expect(screen.getByText(/^Password strength:/).textContent).toBe(`Password strength: ${word}`))
  }
  fill({ Name: 'M', Email: 'mara.lind', Password: '12345', 'Confirm password': '1234' })
  await waitFor(() =>
    expect(alerts()).toEqual([
      'Name must be at least 2 characters',
      'Email is invalid',
      'Password must be at least 6 characters',
      'Passwords do not match',
      'You must agree to the Terms and Conditions',
      'You must agree to the Privacy Policy',
    ]),
  )
  fillAll()
  await waitFor(() => expect(alerts()).toEqual([]))
  expect(api.calls(register)).toEqual([])
})

test('registration keeps the input after an error, then logs the user in', async () => {
  api.answer(listLinks, { success: true, data: [] })
  await openPage('/register')
  fillAll()
  for (const [answer, sentence] of [
    [refusal('EMAIL_TAKEN', 'An account with this email already exists'), 'An account with this email already exists'],
    [unreachable, 'An error occurred during registration'],
    [unreadable(), 'Registration failed'],
  ] as const) {
    api.answer(register, answer)
    await submit()
    await waitFor(() => expect(alerts()).toEqual([sentence]))
  }
  expect([field('Name').value, field('Confirm password').value]).toEqual(['Mara Lind', 'Ridges at 5'])

  api.answer(register, { success: true, token: 'token', user: aUser() })
  await submit()
  expect(await screen.findByText('Registration successful!')).toBeDefined()
  expect(api.calls(register).at(-1)?.body).toEqual({
    name: 'Mara Lind',
    email: 'mara@example.com',
    password: 'Ridges at 5',
    timeZone: browserTimeZone(),
  })
  await waitFor(() => expect(urlNow()).toBe('/dashboard'))
})

test('there is no form if password login is off', async () => {
  const config = aConfig({ oidc: { name: 'Fjord Collective' }, passwordLogin: 'off' })
  api.answer(getConfig, { success: true, data: config })
  await openPage('/register')
  expect(await screen.findByRole('button', { name: 'Continue with Fjord Collective' })).toBeDefined()
  expect(screen.getByText('This site uses your Fjord Collective account.')).toBeDefined()
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('if registration is closed, the page shows a notice instead of the form', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ registration: 'closed' }) })
  await openPage('/register')
  expect(await screen.findByText('Registration is closed.')).toBeDefined()
  expect(main().queryByRole('button', { name: 'Register' })).toBeNull()
  expect(screen.queryByText(/free for as long as you like/i)).toBeNull()
})
