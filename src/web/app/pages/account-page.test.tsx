// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { deleteAccount, endOtherSessions, listSessions, updatePassword, updateProfile } from '#shared/accounts.ts'
import { getExport } from '#shared/exports.ts'
import { defaultNotifications } from '#shared/notification-settings.ts'
import { getNotifications } from '#shared/notifications.ts'
import { getSubscription } from '#shared/subscriptions.ts'
import { aSubscription, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal, unreachable, unreadable } from '#test/support/fake-api.ts'
import { openPage, press, urlNow } from '#test/support/pages.ts'

const api = createFakeApi()
const aSession = (_id: string, device: string) => ({
  _id,
  device,
  isCurrent: _id === 'this',
  createdAt: '2026-11-01T10:00:00.000Z',
  lastSeenAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2036-11-01T10:00:00.000Z',
})
const both = [aSession('other', 'Firefox on Linux'), aSession('this', 'Chrome on Linux')]

beforeEach(() => {
  api.answer(listSessions, { success: true, data: both })
  api.answer(getNotifications, { success: true, data: defaultNotifications })
  api.answer(getExport, { success: true, data: null })
})

const setting = (name: string) => within(screen.getByRole('region', { name }))
const fieldOf = (name: string, label: string) => setting(name).getByLabelText<HTMLInputElement>(label)
const fillIn = (name: string, label: string, value: string) =>
  fireEvent.change(fieldOf(name, label), { target: { value } })
const pressIn = (name: string, label: string) => press(label, setting(name))
const expectAlerts = (name: string, sentences: string[]) =>
  waitFor(() =>
    expect(
      setting(name)
        .queryAllByRole('alert')
        .map(({ textContent }) => textContent),
    ).toEqual(sentences),
  )

test("the name can be changed, but the email can't", async () => {
  await openPage('/account', aUser())
  expect(document.title).toBe('Account Settings · Framelight')
  expect(fieldOf('Profile', 'Email').value).toBe('mara@example.com')
  expect(fieldOf('Profile', 'Email').readOnly).toBe(true)
  fillIn('Profile', 'Name', ' ')
  await pressIn('Profile', 'Save profile')
  await expectAlerts('Profile', ['Name is required'])
  expect(document.activeElement).toBe(fieldOf('Profile', 'Name'))

  fillIn('Profile', 'Name', 'Ines Bo')
  for (const [answer, sentence] of [
    [unreadable(), 'Failed to update profile'],
    [unreachable, 'An error occurred while updating profile'],
  ] as const) {
    api.answer(updateProfile, answer)
    await pressIn('Profile', 'Save profile')
    await expectAlerts('Profile', [sentence])
  }
  api.answer(updateProfile, { success: true, data: aUser({ name: 'Ines Bo' }) })
  await pressIn('Profile', 'Save profile')
  expect(await screen.findByText('Profile updated successfully!')).toBeDefined()
  expect(JSON.parse(localStorage.getItem('user') ?? '').name).toBe('Ines Bo')
  expect(fieldOf('Profile', 'Name').value).toBe('Ines Bo')
})

test('the password form validates its fields, shows errors and reloads the sessions once saved', async () => {
  await openPage('/account', aUser())
  await pressIn('Password', 'Change password')
  await expectAlerts('Password', [
    'Current password is required',
    'New password is required',
    'Please confirm your password',
  ])
  expect(document.activeElement).toBe(fieldOf('Password', 'Current password'))
  fillIn('Password', 'Current password', 'wrong horse')
  fillIn('Password', 'New password', 'short')
  fillIn('Password', 'Confirm new password', 'shore')
  await expectAlerts('Password', ['New password must be at least 6 characters', 'Passwords do not match'])
  await pressIn('Password', 'Change password')
  expect(api.calls(updatePassword)).toEqual([])

  fillIn('Password', 'New password', 'battery staple')
  fillIn('Password', 'Confirm new password', 'battery staple')
  const wrong = 'Current password is incorrect'
  for (const [answer, sentence] of [
    [refusal('VALIDATION_FAILED', wrong, { currentPassword: wrong }), wrong],
    [unreadable(), 'Failed to change password'],
    [unreachable, 'An error occurred while changing password'],
  ] as const) {
    api.answer(updatePassword, answer)
    await pressIn('Password', 'Change password')
    await expectAlerts('Password', [sentence])
    if (sentence === wrong) expect(document.activeElement).toBe(fieldOf('Password', 'Current password'))
  }
  api.answer(updatePassword, { success: true, data: { message: 'Changed' } })
  api.answer(listSessions, { success: true, data: both.slice(1) })
  await pressIn('Password', 'Change password')
  expect(await screen.findByText('Password changed successfully!')).toBeDefined()
  expect(fieldOf('Password', 'Current password').value).toBe('')
  const devices = setting("Where you're logged in")
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
  expect(devices.getByRole('listitem').textContent).toContain('This device')
})

test('the account page lists all sessions and can log out the others', async () => {
  await openPage('/account', aUser())
  const devices = setting("Where you're logged in")
  const [first, last] = await devices.findAllByRole('listitem')
  expect(first?.textContent).toContain('This device')
  expect(last?.textContent).toContain('Firefox on Linux')
  api.answer(endOtherSessions, { success: true, data: { ended: 1 } })
  api.answer(listSessions, { success: true, data: both.slice(1) })
  await press('Log out everywhere else', devices)
  expect(await screen.findByText('Logged out on 1 other device')).toBeDefined()
  await waitFor(() => expect(devices.getAllByRole('listitem')).toHaveLength(1))
  expect(devices.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull()
})

test('only three sessions are listed at first', async () => {
  const others = ['one', 'two', 'three', 'four'].map((id) => aSession(id, `Safari on ${id}`))
  api.answer(listSessions, { success: true, data: [...others, aSession('this', 'Chrome on Linux')] })
  await openPage('/account', aUser())
  const devices = setting("Where you're logged in")
  expect(await devices.findAllByRole('listitem')).toHaveLength(3)
  expect(devices.getAllByRole('listitem')[0]?.textContent).toContain('This device')
  await press('Show all 5', devices)
  expect(devices.getAllByRole('listitem')).toHaveLength(5)
})

test('deleting the account is in another section than logging out', async () => {
  await openPage('/account', aUser())
  expect(await setting("Where you're logged in").findByRole('button', { name: 'Logout' })).toBeDefined()
  expect(setting('Delete account').getAllByRole('button')).toHaveLength(1)
})

test('deleting the account asks for the password, then clears the browser and opens the home page', async () => {
  api.answer(getSubscription, { success: true, data: aSubscription('free', { usage: { links: 1, images: 2 } }) })
  await openPage('/account', aUser())
  await setting('Subscription').findByRole('meter', { name: 'Images used' })
  const opener = setting('Delete account').getByRole('button', { name: 'Delete account' })
  opener.focus()
  fireEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Delete account' })
  expect(dialog.textContent).toContain('This deletes your account, 1 link, 2 images and their comments')
  expect(dialog.textContent).toContain("This can't be undone.")
  await press('Cancel', within(dialog))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))

  fireEvent.click(opener)
  const form = within(await screen.findByRole('dialog'))
  const password = form.getByLabelText<HTMLInputElement>('Password')
  await press('Delete account', form)
  expect((await form.findByRole('alert')).textContent).toBe('Password is required')
  expect(api.calls(deleteAccount)).toEqual([])
  const wrong = 'Password is incorrect'
  api.answer(deleteAccount, refusal('VALIDATION_FAILED', wrong, { password: wrong }))
  fireEvent.change(password, { target: { value: 'wrong horse' } })
  await press('Delete account', form)
  await waitFor(() => expect(form.getByRole('alert').textContent).toBe(wrong))
  expect(document.getElementById(password.getAttribute('aria-describedby') ?? '')?.textContent).toBe(wrong)
  expect(password.value).toBe('wrong horse')

  const message = 'Your account and everything in it have been deleted'
  api.answer(deleteAccount, { success: true, data: { message } })
  fireEvent.change(password, { target: { value: 'correct horse' } })
  await press('Delete account', form)
  await waitFor(() => expect(urlNow()).toBe('/'))
  expect(api.calls(deleteAccount).at(-1)?.body).toEqual({ password: 'correct horse' })
  expect(await screen.findByText(message)).toBeDefined()
  expect(Object.keys(localStorage)).toEqual([])
})

test('the account page shows the plan, its usage and the renewal date', async () => {
  api.answer(getSubscription, { success: true, data: aSubscription('free', { usage: { links: 2, images: 1 } }) })
  await openPage('/account', aUser())
  const subscription = setting('Subscription')
  const used = async (name: string) => (await subscription.findByRole('meter', { name })).getAttribute('aria-valuetext')
  expect([await used('Links used'), await used('Images used')]).toEqual(['2 of 2', '1 of 50'])
  expect(subscription.getByText('Limit reached!')).toBeDefined()
  const upgrade = await subscription.findByRole('link', { name: 'Upgrade Plan' })
  expect(upgrade.getAttribute('href')).toBe('/subscription')
})

test('a subscription that failed to load can be retried', async () => {
  api.answer(getSubscription, unreadable(403))
  await openPage('/account', aUser())
  await expectAlerts('Subscription', ['Failed to fetch subscription data. Please try again.'])
  api.answer(getSubscription, { success: true, data: aSubscription('plus') })
  await pressIn('Subscription', 'Try again')
  const change = await setting('Subscription').findByRole('link', { name: 'Change plan' })
  expect(change.getAttribute('href')).toBe('/subscription')
  expect(screen.getByRole('region', { name: 'Subscription' }).textContent).toMatch(
    /Renews on Dec 12, 2026.*Active.*\$9\.99 per month/,
  )
})
