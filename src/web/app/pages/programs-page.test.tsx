// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey, updateApiKey } from '#shared/api-keys.ts'
import { getConfig } from '#shared/config.ts'
import { listLinks } from '#shared/links.ts'
import { getSignIn } from '#shared/sign-in.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aConfig, aLink, aSignIn, aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable } from '#test/support/fake-api.ts'
import { openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

const aKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  _id: 'key1',
  name: 'Lightroom export',
  scopes: ['read', 'upload'],
  links: null,
  expiresAt: null,
  isExpired: false,
  createdAt: '2026-11-01T10:00:00.000Z',
  lastUsedOn: null,
  hint: 'q8Zd',
  ...given,
})

const answerKeys = (...data: ApiKey[]) => api.answer(listApiKeys, { success: true, data })
const dialog = () => within(screen.getByRole('dialog'))

beforeEach(() => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'off' }) })
  answerKeys()
})

test('a new key is shown once, with the chosen scopes, links and expiry', async () => {
  api.answer(listLinks, {
    success: true,
    data: [aLink({ _id: 'a', title: 'Alps' }), aLink({ _id: 'b', title: 'Baltic' })],
  })
  await openPage('/account/programs', aUser())
  expect(document.title).toBe('Programs · Framelight')
  expect(await screen.findByText(/^No keys yet\./)).toBeDefined()
  await press('New key')
  expect(dialog().getByLabelText<HTMLInputElement>(/^Read/).checked).toBe(true)
  fireEvent.click(dialog().getByLabelText(/^Read/))
  await press('Create key', dialog())
  expect((await dialog().findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([
    'Name is required',
    'Choose what the key can do',
  ])

  fireEvent.change(dialog().getByLabelText('Name'), { target: { value: 'Lightroom export' } })
  fireEvent.click(dialog().getByLabelText(/^Upload/))
  fireEvent.click(dialog().getByLabelText('Pick links'))
  fireEvent.click(await dialog().findByLabelText('Baltic'))
  expect(dialog().getByText(/^1 link picked\./)).toBeDefined()
  fireEvent.change(dialog().getByLabelText('Expires'), { target: { value: 'never' } })
  api.answer(
    createApiKey,
    refusal('VALIDATION_FAILED', 'You can only choose links of your own', { links: 'Not yours' }),
  )
  await press('Create key', dialog())
  expect(await dialog().findByText('Not yours')).toBeDefined()

  const key = `fl_${'x'.repeat(39)}q8Zd`
  api.answer(createApiKey, { success: true, data: { ...aKey(), key } })
  answerKeys(aKey())
  await press('Create key', dialog())
  const shown = await screen.findByLabelText<HTMLInputElement>('Your new key')
  expect([shown.value, shown.readOnly]).toEqual([key, true])
  expect(dialog().getByText(/You will not see this again\./)).toBeDefined()
  expect(api.calls(createApiKey).at(-1)?.body).toEqual({
    name: 'Lightroom export',
    scopes: ['upload'],
    links: ['b'],
    expiresAt: null,
  })
  await press('Done', dialog())
  expect(screen.queryByLabelText('Your new key')).toBeNull()
  expect(await screen.findByText('Ends in q8Zd')).toBeDefined()
})

test("the password has the focus when it's the only way to confirm it's you", async () => {
  api.answer(createApiKey, refusal('REAUTHENTICATION_REQUIRED', "Confirm it's you to continue."))
  api.answer(getSignIn, { success: true, data: aSignIn() })
  await openPage('/account/programs', aUser())
  await press('New key')
  fireEvent.change(dialog().getByLabelText('Name'), { target: { value: 'Lightroom export' } })
  await press('Create key', dialog())
  const asking = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  expect(await asking.findByLabelText('Password')).toBe(document.activeElement)
})

test('keys are listed with what they can do, renamed and revoked', async () => {
  const expired = { _id: 'old', name: 'Photo booth', isExpired: true, expiresAt: '2026-11-01T12:00:00.000Z' }
  answerKeys(aKey({ links: ['a', 'b'], lastUsedOn: '2026-11-16' }), aKey({ ...expired, links: [] }))
  await openPage('/account/programs', aUser())
  const [first, second] = (await screen.findAllByRole('heading', { name: /Lightroom|booth/ })).map(
    (heading) => heading.closest('li')?.textContent,
  )
  expect(first).toContain('Lightroom exportEnds in q8ZdLast used Nov 16, 2026Never expiresReadUpload2 links')
  expect(second).toContain('Never usedExpired Nov 1, 2026ExpiredReadUploadNo links')

  await press('Rename Photo booth')
  fireEvent.change(dialog().getByLabelText('Name'), { target: { value: 'Kiosk' } })
  api.answer(updateApiKey, { success: true, data: aKey() })
  await press('Save', dialog())
  await waitFor(() =>
    expect(api.calls(updateApiKey)[0]).toMatchObject({ params: { id: 'old' }, body: { name: 'Kiosk' } }),
  )

  await press('Revoke Lightroom export')
  expect(dialog().getByText(/stop working right away/)).toBeDefined()
  api.answer(revokeApiKey, unreachable)
  await press('Revoke key', dialog())
  expect(await dialog().findByRole('alert')).toBeDefined()
  api.answer(revokeApiKey, { success: true, data: { message: 'API key revoked' } })
  answerKeys()
  await press('Revoke key', dialog())
  expect(await screen.findByText('Key revoked')).toBeDefined()
  expect(api.calls(revokeApiKey).at(-1)?.params).toEqual({ id: 'key1' })
})

test('keys that fail to load can be loaded again', async () => {
  api.answer(listApiKeys, unreachable)
  await openPage('/account/programs', aUser())
  expect(await screen.findByText("Couldn't load your API keys.")).toBeDefined()
  answerKeys(aKey())
  await press('Try again')
  expect(await screen.findByText('Lightroom export')).toBeDefined()
})

test('plans without keys offer an upgrade', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'test' }) })
  api.answer(getSubscription, { success: true, data: aSubscription() })
  await openPage('/account/programs', aUser())
  expect(await screen.findByText('API keys are part of Gold. On Plus, keys can read.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/pricing')
  expect(screen.queryByRole('button', { name: 'New key' })).toBeNull()
})

test('on Plus, a key can only read', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ payments: 'test' }) })
  api.answer(getSubscription, { success: true, data: aSubscription('plus') })
  await openPage('/account/programs', aUser())
  await press('New key')
  const isDisabled = (label: RegExp) => dialog().getByLabelText<HTMLInputElement>(label).disabled
  expect([isDisabled(/^Read/), isDisabled(/^Upload/), isDisabled(/^Manage/)]).toEqual([false, true, true])
})
