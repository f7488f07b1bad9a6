// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { forgotPassword, listSessions } from '#shared/accounts.ts'
import { getConfig } from '#shared/config.ts'
import { exchangeOidcCode, startOidc } from '#shared/oidc.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  confirmSecondFactor,
  getSignIn,
  reauthenticate,
  removeIdentity,
  removePasskey,
  renamePasskey,
  requestEmailChange,
  startSecondFactor,
} from '#shared/sign-in.ts'
import { aConfig, aSignIn, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, field, fill, openPage, press, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()

const passkey = {
  _id: 'p1',
  name: 'Phone',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedOn: '2026-11-09',
  isSynced: true,
}
const notRecent = () => refusal('REAUTHENTICATION_REQUIRED', "Confirm it's you to continue.")
const done = { success: true as const, data: { message: 'Done' } }

async function openSecurity(fields: Parameters<typeof aSignIn>[0] = {}) {
  api.answer(getSignIn, { success: true, data: aSignIn(fields) })
  api.answer(listSessions, { success: true, data: [] })
  await openPage('/account/security', aUser())
  await screen.findByRole('heading', { name: 'Email address' })
}

const dialog = (name: string) => screen.findByRole('dialog', { name })

test('lists the ways into the account', async () => {
  await openSecurity({ passkeys: [passkey], secondFactor: { isOn: true, recoveryCodesLeft: 8 } })
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Email address', 'Password', 'Passkeys', 'Authenticator app', "Where you're logged in"])
  expect(screen.getByText('Used Nov 9, 2026')).toBeDefined()
  expect(screen.getByText('8 of 10 left')).toBeDefined()
})

test("an act that needs a recent session asks to confirm it's you, and is then repeated", async () => {
  await openSecurity({ secondFactor: { isOn: true, recoveryCodesLeft: 8 } })
  api.answer(requestEmailChange, () => (api.calls(requestEmailChange).length === 1 ? notRecent() : done))
  await press('Change email address')
  fill({ 'New email address': 'new@example.com' })
  await press('Send link')

  const asking = within(await dialog("Confirm it's you"))
  const until = '2026-11-18T10:00:00.000Z'
  api.answer(
    reauthenticate,
    refusal('VALIDATION_FAILED', 'Password is incorrect', { password: 'Password is incorrect' }),
  )
  fireEvent.change(asking.getByLabelText('Password'), { target: { value: 'wrong' } })
  fireEvent.click(asking.getByRole('button', { name: 'Confirm' }))
  await asking.findByText('Password is incorrect')

  api.answer(reauthenticate, { success: true, data: { confirmedUntil: until } })
  fireEvent.change(asking.getByLabelText('Password'), { target: { value: 'right horse' } })
  fireEvent.change(asking.getByLabelText('Code from your authenticator app'), { target: { value: '123456' } })
  fireEvent.click(asking.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.calls(reauthenticate).at(-1)?.body).toEqual({ password: 'right horse', code: '123456' })
  expect(api.calls(requestEmailChange).map(({ body }) => body)).toEqual(Array(2).fill({ email: 'new@example.com' }))
})

test('after canceling, nothing typed is lost', async () => {
  await openSecurity()
  api.answer(requestEmailChange, notRecent)
  await press('Change email address')
  fill({ 'New email address': 'new@example.com' })
  await press('Send link')
  fireEvent.click(within(await dialog("Confirm it's you")).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(alerts()).toEqual(["Confirm it's you to continue."]))
  expect(field('New email address').value).toBe('new@example.com')
})

test('a requested email address can be canceled', async () => {
  await openSecurity({ pendingEmail: 'new@example.com' })
  api.answer(cancelEmailChange, done)
  api.answer(getSignIn, { success: true, data: aSignIn() })
  expect(screen.getByText('new@example.com')).toBeDefined()
  await press('Keep the old address')
  expect(await screen.findByRole('button', { name: 'Change email address' })).toBeDefined()
})

test('an authenticator app is set up with a QR code, a code and saved recovery codes', async () => {
  await openSecurity()
  const secret = 'JBSWY3DPEHPK3PXP7QKM2LDA4NWTRZ5U'
  api.answer(startSecondFactor, { success: true, data: { secret, uri: `otpauth://totp/x?secret=${secret}` } })
  await press('Set up')
  await dialog('Set up an authenticator app')
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP 7QKM 2LDA 4NWT RZ5U')).toBeDefined()
  expect(field('Code').autocomplete).toBe('one-time-code')

  api.answer(confirmSecondFactor, refusal('WRONG_CODE', 'Wrong', { code: 'Wrong' }))
  fill({ Code: '000000' })
  await press('Turn on')
  await waitFor(() => expect(alerts()).toEqual(['Wrong']))
  const recoveryCodes = Array.from({ length: 10 }, (_, n) => `aaaa${n}-bbbb${n}`)
  api.answer(confirmSecondFactor, { success: true, data: { recoveryCodes } })
  fill({ Code: '123456' })
  await press('Turn on')

  await dialog('Save your recovery codes')
  expect(screen.getAllByText(/^aaaa\d-bbbb\d$/)).toHaveLength(10)
  expect(screen.getByRole('button', { name: 'Done' }).hasAttribute('disabled')).toBe(true)
  fireEvent.click(field('I have saved these'))
  await press('Done')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a passkey can be renamed, and the last way in stays', async () => {
  await openSecurity({ hasPassword: false, passkeys: [passkey] })
  api.answer(renamePasskey, { success: true, data: passkey })
  await press('Rename Phone')
  fill({ Name: 'Tablet' })
  await press('Rename')
  await waitFor(() => expect(api.calls(renamePasskey)[0]?.body).toEqual({ name: 'Tablet' }))

  api.answer(removePasskey, refusal('LAST_WAY_IN', 'Add another way first.'))
  await press('Remove Phone')
  await press('Remove')
  await waitFor(() => expect(alerts()).toEqual(['Add another way first.']))
})

test('an account without a password can get one by email', async () => {
  await openSecurity({ hasPassword: false, passkeys: [passkey] })
  api.answer(forgotPassword, done)
  await press('Set a password')
  await waitFor(() => expect(api.calls(forgotPassword)[0]?.body).toEqual({ email: 'mara@example.com' }))
})

test('settings that fail to load can be loaded again', async () => {
  api.answer(getSignIn, refusal('UNAVAILABLE', 'Try later.'))
  api.answer(listSessions, { success: true, data: [] })
  await openPage('/account/security', aUser())
  await waitFor(() => expect(alerts()).toEqual(['Try later.']), { timeout: 15_000 })
  api.answer(getSignIn, { success: true, data: aSignIn() })
  await press('Try again')
  expect(await screen.findByRole('heading', { name: 'Passkeys' })).toBeDefined()
})

test('the page in the email changes the address only once its button is pressed', async () => {
  api.answer(confirmEmailChange, refusal('EMAIL_TAKEN', 'An account with this email already exists'))
  await openPage('/confirm-new-email/some-token')
  expect(api.calls(confirmEmailChange)).toEqual([])
  await press('Use this email address')
  await waitFor(() => expect(alerts()).toEqual(['An account with this email already exists']))
  api.answer(confirmEmailChange, done)
  await press('Use this email address')
  expect(await screen.findByText('Done')).toBeDefined()
  expect(api.calls(confirmEmailChange)[0]?.params).toEqual({ token: 'some-token' })
})

describe('with single sign-on', () => {
  const identity = {
    _id: 'i1',
    name: 'Fjord Collective',
    email: 'mara.lind@fjord.example',
    createdAt: '2026-10-14T10:00:00.000Z',
  }
  const withProvider = () =>
    api.answer(getConfig, { success: true, data: aConfig({ oidc: { name: 'Fjord Collective' } }) })

  test('an account can be connected through the provider', async () => {
    withProvider()
    api.answer(startOidc, { success: true, data: { url: 'https://login.fjord.example/authorize' } })
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
    await openSecurity()
    await press('Connect Fjord Collective')
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://login.fjord.example/authorize'))
    expect(api.calls(startOidc)[0]?.body).toEqual({ purpose: 'connect' })
  })

  test('the way back connects it, and takes the code out of the URL', async () => {
    withProvider()
    api.answer(exchangeOidcCode, { success: true, data: { identity } })
    api.answer(getSignIn, { success: true, data: aSignIn({ identities: [identity] }) })
    api.answer(listSessions, { success: true, data: [] })
    await openPage('/account/security?oidc=some-code', aUser())
    expect(await screen.findByText('Connected to Fjord Collective')).toBeDefined()
    expect(await screen.findByText('mara.lind@fjord.example')).toBeDefined()
    expect(api.calls(exchangeOidcCode).map(({ body }) => body)).toEqual([{ code: 'some-code' }])
    expect(urlNow()).toBe('/account/security')
  })

  test('disconnecting asks first, and says why it may not work', async () => {
    withProvider()
    const refused = 'This is the only way into your account.'
    api.answer(removeIdentity, refusal('LAST_WAY_IN', refused))
    await openSecurity({ identities: [identity] })
    await press('Disconnect')
    const asking = within(await dialog('Disconnect Fjord Collective?'))
    fireEvent.click(asking.getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText(refused)).toBeDefined()
    expect(api.calls(removeIdentity)[0]?.params).toEqual({ identityId: 'i1' })
  })

  test("people without a password confirm it's them through the provider, without leaving the page", async () => {
    withProvider()
    await openSecurity({ hasPassword: false, identities: [identity] })
    api.answer(removeIdentity, () => (api.calls(removeIdentity).length === 1 ? notRecent() : done))
    api.answer(startOidc, { success: true, data: { url: 'https://login.fjord.example/authorize' } })
    const popup = { location: { href: '' }, close: () => {} }
    vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window)
    await press('Disconnect')
    const asking = within(await dialog('Disconnect Fjord Collective?'))
    fireEvent.click(asking.getByRole('button', { name: 'Disconnect' }))
    const confirming = within(await dialog("Confirm it's you"))
    fireEvent.click(await confirming.findByRole('button', { name: 'Continue with Fjord Collective' }))
    await waitFor(() => expect(popup.location.href).toBe('https://login.fjord.example/authorize'))
    new BroadcastChannel('session-confirmed').postMessage(true)
    await waitFor(() => expect(api.calls(removeIdentity)).toHaveLength(2))
  })
})
