// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { confirmEmail, deadConfirmation, getMe, sendConfirmation } from '#shared/accounts.ts'
import { listLinks } from '#shared/links.ts'
import { aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, follow, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const notice = /Until you confirm it, only you can open your links\./

test('the dashboard asks to confirm the email and can resend it', async () => {
  api.answer(listLinks, { success: true, data: [] })
  api.answer(sendConfirmation, { success: true, data: { message: 'Check your inbox' } })
  await openPage('/dashboard', aUser({ isConfirmed: false }))
  expect((await screen.findByText(notice)).textContent).toContain('mara@example.com')
  await press('Resend email')
  expect(await screen.findByText('Check your inbox')).toBeDefined()
})

test('confirming removes the notice from the dashboard', async () => {
  api.answer(listLinks, { success: true, data: [] })
  api.answer(confirmEmail, { success: true, data: { message: 'Your email address is confirmed.' } })
  api.answer(getMe, { success: true, data: aUser() })
  await openPage('/confirm-email/some-token', aUser({ isConfirmed: false }))
  await press('Confirm my email')
  expect(await screen.findByText('Your email address is confirmed.')).toBeDefined()
  expect(api.calls(confirmEmail).map(({ params }) => params)).toEqual([{ token: 'some-token' }])
  await follow('Go to Dashboard')
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Mara' })).toBeDefined()
  expect(screen.queryByText(notice)).toBeNull()
})

test('an invalid confirmation link shows an error', async () => {
  api.answer(confirmEmail, refusal('NOT_FOUND', deadConfirmation))
  await openPage('/confirm-email/some-token')
  await press('Confirm my email')
  await waitFor(() => expect(alerts()).toEqual([deadConfirmation]))
})
