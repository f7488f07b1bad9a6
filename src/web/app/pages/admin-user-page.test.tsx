// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getUser, turnOffSecondFactor } from '#shared/administered-users.ts'
import { reauthenticate } from '#shared/sign-in.ts'
import { anAdministeredUser, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()

async function openUser(hasSecondFactor: boolean) {
  api.answer(getUser, { success: true, data: anAdministeredUser({ hasSecondFactor }) })
  await openPage('/admin/users/noor', aUser({ isAdmin: true }))
  await screen.findByRole('heading', { name: 'Login' })
}

const question = () => screen.findByRole('dialog', { name: "Turn off Noor's authenticator app?" })

test("an administrator turns off a lost authenticator app, after confirming it's them", async () => {
  await openUser(true)
  const notRecent = () => refusal('REAUTHENTICATION_REQUIRED', "Confirm it's you to continue.")
  const done = { success: true as const, data: { message: 'Logging in no longer takes a code' } }
  api.answer(turnOffSecondFactor, () => (api.calls(turnOffSecondFactor).length === 1 ? notRecent() : done))
  await press('Turn off')
  expect((await question()).textContent).toContain('They get an email about it.')
  fireEvent.click(within(await question()).getByRole('button', { name: 'Turn off' }))

  const asking = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  api.answer(reauthenticate, { success: true, data: { confirmedUntil: '2026-11-18T10:00:00.000Z' } })
  api.answer(getUser, { success: true, data: anAdministeredUser() })
  fireEvent.change(await asking.findByLabelText('Password'), { target: { value: 'right horse' } })
  fireEvent.click(asking.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Logging in no longer takes a code')).toBeDefined()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Authenticator app' })).toBeNull())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Login' }))
  expect(api.calls(turnOffSecondFactor)).toHaveLength(2)
})

test('canceling the question changes nothing', async () => {
  await openUser(true)
  await press('Turn off')
  fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.calls(turnOffSecondFactor)).toEqual([])
})

test("there's nothing to turn off for a user without codes", async () => {
  await openUser(false)
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
})
