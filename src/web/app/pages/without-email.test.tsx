// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { listSessions } from '#shared/accounts.ts'
import { getUser, sendResetEmail } from '#shared/administered-users.ts'
import { listAudit, listTasks } from '#shared/administration.ts'
import { createCollaborator, listCollaborators } from '#shared/collaborators.ts'
import { getConfig } from '#shared/config.ts'
import { sendContactMessage } from '#shared/contact.ts'
import { getExport, startExport } from '#shared/exports.ts'
import { countFollowers } from '#shared/followers.ts'
import { createInvitation, listInvitations, sendInvitation } from '#shared/invitations.ts'
import { getLink, getLinkBySlug, listLinks } from '#shared/links.ts'
import { defaultNotifications } from '#shared/notification-settings.ts'
import { getNotifications } from '#shared/notifications.ts'
import { getSignIn } from '#shared/sign-in.ts'
import { aConfig, aLink, anAdministeredUser, anImage, anInvitation, aSignIn, aUser } from '#test/support/api-samples.ts'
import { createFakeApi } from '#test/support/fake-api.ts'
import { fill, main, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const later = '2036-11-30T10:00:00.000Z'

beforeEach(() => api.answer(getConfig, { success: true, data: aConfig({ email: false }) }))

test('an invitation is a link to copy', async () => {
  const invitation = anInvitation({ _id: 'bob', name: 'Uncle Bob', email: 'bob@example.com' })
  api.answer(getLink, { success: true, data: aLink() })
  api.answer(listInvitations, { success: true, data: [invitation] })
  api.answer(countFollowers, { success: true, data: { count: 0 } })
  api.answer(listLinks, { success: true, data: [] })
  api.answer(createInvitation, { success: true, data: invitation })
  await openPage('/links/edit/link', aUser())
  expect(await screen.findByText(/visitors can't follow this gallery/)).toBeDefined()
  await screen.findByRole('button', { name: 'Copy link for Uncle Bob' })
  expect(screen.queryByRole('button', { name: /by email/ })).toBeNull()

  await press('Invite someone')
  expect(screen.queryByLabelText(/^Email/)).toBeNull()
  fill({ Name: 'Uncle Bob' })
  await press('Create link')
  expect(await screen.findByText(/Email isn't set up on this server\. Share this link with Uncle Bob/)).toBeDefined()
  expect(api.calls(sendInvitation)).toEqual([])
})

test('a visitor copies the link instead of following', async () => {
  api.answer(getLinkBySlug, { success: true, data: aLink({ images: [anImage()], imageCount: 1 }) })
  await openPage('/links/a-year-outside')
  await press('Come back for new photos')
  expect(await screen.findByRole('dialog', { name: 'Come back for new photos' })).toBeDefined()
  expect(screen.queryByLabelText('Email')).toBeNull()
})

test('people who forgot their password are told whom to ask', async () => {
  await openPage('/forgot-password')
  expect(await screen.findByText(/Ask the person who runs it for a reset link/)).toBeDefined()
  expect(main().queryByLabelText('Email')).toBeNull()
})

test('a dead reset link leads to support, because no new one can be sent', async () => {
  await openPage('/reset-password/cut-off')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined()
  expect(await main().findByRole('link', { name: 'Contact support' })).toBeDefined()
  expect(main().queryByRole('link', { name: 'Request a new link' })).toBeNull()
  expect(main().queryByText(/logged out everywhere/)).toBeNull()
})

test('a contact message is saved, not sent', async () => {
  api.answer(sendContactMessage, { success: true, data: { message: 'Saved' } })
  await openPage('/contact', aUser())
  fill({ Subject: 'A refund', Message: 'Hello' })
  await press('Send message')
  expect(await screen.findByRole('heading', { name: 'Message saved' })).toBeDefined()
})

test('an export is downloaded right away', async () => {
  api.answer(listSessions, { success: true, data: [] })
  api.answer(getNotifications, { success: true, data: defaultNotifications })
  api.answer(getExport, { success: true, data: null })
  await openPage('/account', aUser())
  expect(await screen.findByText(/nothing is sent yet/)).toBeDefined()
  const made = { createdAt: later, expiresAt: later, url: 'https://photos.example/exports/token' }
  api.answer(startExport, { success: true, data: made })
  await press('Prepare download')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Download ZIP' }).getAttribute('href')).toBe(made.url))
})

test('an unconfirmed owner is told whom to ask', async () => {
  api.answer(listLinks, { success: true, data: [] })
  await openPage('/dashboard', aUser({ isConfirmed: false }))
  expect(await screen.findByText(/Ask the person who runs it for your confirmation link/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Resend email' })).toBeNull()
})

test('owners who invite someone to collaborate are told who has the link', async () => {
  const noor = {
    _id: 'noor',
    email: 'noor@example.com',
    name: null,
    role: 'editor',
    link: null,
    state: 'invited',
    invitedAt: later,
    acceptedAt: null,
  } as const
  api.answer(listCollaborators, { success: true, data: [], limit: 10 })
  api.answer(listLinks, { success: true, data: [] })
  api.answer(createCollaborator, { success: true, data: noor })
  await openPage('/studio', aUser())
  await screen.findByText('0 of 10 people')
  await press('Invite')
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite someone' }))
  expect(dialog.getByText(/Ask the person who runs it to send them the link/)).toBeDefined()
  fireEvent.change(dialog.getByLabelText('Email'), { target: { value: noor.email } })
  await press('Invite', dialog)
  expect(await screen.findByText(noor.email)).toBeDefined()
  expect(screen.queryByText(/Invitation sent|Send again/)).toBeNull()
})

test('people who change their email address are told whom to ask', async () => {
  api.answer(listSessions, { success: true, data: [] })
  api.answer(getSignIn, { success: true, data: aSignIn() })
  await openPage('/account/security', aUser())
  await press('Change email address')
  expect(await screen.findByText(/Ask the person who runs it for the confirmation link/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull()
})

test('a pending email address is not said to have got an email', async () => {
  api.answer(listSessions, { success: true, data: [] })
  api.answer(getSignIn, { success: true, data: aSignIn({ pendingEmail: 'new@example.com', hasPassword: false }) })
  await openPage('/account/security', aUser())
  expect(await screen.findByText(/^Ask the person who runs this server for the link that confirms/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  expect(screen.getByText(/ask the person who runs it for a link to set one/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Set a password' })).toBeNull()
})

test('an administrator copies a reset link for someone', async () => {
  api.answer(getUser, { success: true, data: anAdministeredUser() })
  const url = 'https://photos.example/reset-password/token'
  api.answer(sendResetEmail, { success: true, data: { message: 'Copy it', url, expiresAt: later } })
  await openPage('/admin/users/noor', aUser({ isAdmin: true }))
  await press('Copy reset link')
  expect(await screen.findByRole('dialog', { name: 'Reset link for Noor' })).toBeDefined()
  expect(screen.getByDisplayValue(url)).toBeDefined()
})

test('an administrator who turns off an authenticator app reads nothing about an email', async () => {
  api.answer(getUser, { success: true, data: anAdministeredUser({ hasSecondFactor: true }) })
  await openPage('/admin/users/noor', aUser({ isAdmin: true }))
  await press('Turn off')
  const { textContent } = await screen.findByRole('dialog', { name: "Turn off Noor's authenticator app?" })
  expect(textContent).toContain('a password is enough to log in.')
  expect(textContent).not.toContain('email')
})

test('an administrator sees which jobs only write emails to the outbox', async () => {
  const job = { attempts: 0, createdAt: later, runAt: later, lastError: null }
  const jobs = [
    { ...job, _id: 'digest', kind: 'activity-daily-mail' },
    { ...job, _id: 'removal', kind: 'removal' },
  ]
  api.answer(listTasks, { success: true, data: jobs })
  api.answer(listAudit, { success: true, data: [] })
  await openPage('/admin/log', aUser({ isAdmin: true }))
  const rows = await main().findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent).filter((text) => text?.includes('Scheduled'))).toEqual([
    expect.stringMatching(/^Email daily digests to ownersEmail isn't set upScheduled for Nov 30, 2036, .+\.$/),
    expect.stringMatching(/^Finish deleting links and accountsScheduled for Nov 30, 2036, .+\.$/),
  ])
})
