// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  getOverview,
  inviteToRegister,
  listAudit,
  listRegistrationInvitations,
  listTasks,
  type Overview,
  retryTask,
  sendTestEmail,
  updateInstallation,
} from '#shared/administration.ts'
import { getConfig } from '#shared/config.ts'
import { listLinks } from '#shared/links.ts'
import { aConfig, aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, field, follow, openPage, press } from '#test/support/pages.ts'

const api = createFakeApi()
const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000).toISOString()
const sentence = "smtp.example.org isn't responding (ETIMEDOUT). Check the host and port in SMTP_URL."
const idle = { waiting: 0, failing: 0, oldestAt: null }

const calm: Overview = {
  accounts: 3,
  newAccounts: 1,
  links: 2,
  images: 5,
  visitsToday: 1,
  reports: 0,
  database: { kind: 'sqlite', isGood: true, answersInMs: 1 },
  storage: { kind: 'disk', isGood: true, answersInMs: 1 },
  mail: { ...idle, isSetUp: false, isDelivered: false, problem: null },
  tasks: idle,
  backups: { isScheduled: false, last: null, failure: null, nextAt: null, isLate: false },
  disk: { usedBytes: 1e9, totalBytes: 1e11, isLow: false },
  registration: 'open',
  registrationSource: 'default',
  isEmailDeclined: false,
  publicUrl: 'https://photos.example',
  version: '0.2.0',
  update: { commit: null, installed: null, latest: null },
}

const row = (title: string) =>
  screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(title))?.textContent

beforeEach(() => {
  api.answer(getOverview, { success: true, data: calm })
  api.answer(listRegistrationInvitations, { success: true, data: [] })
})

test('the status omits email and backups while the setup list asks for them', async () => {
  await openPage('/admin', aUser({ isAdmin: true }))
  await waitFor(() => expect(row('Email')).toContain('Not set up'))
  expect(screen.getAllByText('Email')).toHaveLength(1)
  expect(screen.getAllByText('Backups')).toHaveLength(1)
  expect(row('Database')).toContain('Good')
  expect(row('Version')).toContain('Good')
  expect(screen.queryByRole('button', { name: 'Send test email' })).toBeNull()
})

test('the status says that nothing is sent once an administrator chose to go without email', async () => {
  api.answer(getOverview, { success: true, data: { ...calm, isEmailDeclined: true } })
  await openPage('/admin', aUser({ isAdmin: true }))
  await waitFor(() => expect(row('Nothing is sent')).toContain('Not set up'))
})

test("gallery views are counted since midnight in the administrator's time zone", async () => {
  await openPage('/admin', aUser({ isAdmin: true }))
  expect(await screen.findByText('gallery view today')).toBeDefined()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(api.calls(getOverview)[0]?.query.get('tz')).toBe(timeZone)
})

test('an administrator can send a test email', async () => {
  api.answer(getOverview, { success: true, data: { ...calm, mail: { ...calm.mail, isSetUp: true } } })
  await openPage('/admin', aUser({ isAdmin: true }))
  const message = 'Test email sent to mara@example.com'
  api.answer(sendTestEmail, { success: true, data: { message } })
  await press('Send test email')
  expect(await screen.findByText(message)).toBeDefined()
})

test('an administrator sees failing emails and backups, an installed update and a rejected retry', async () => {
  api.answer(getOverview, {
    success: true,
    data: {
      ...calm,
      registrationSource: 'administration',
      mail: { waiting: 14, failing: 3, oldestAt: threeDaysAgo, isSetUp: true, isDelivered: false, problem: sentence },
      backups: {
        isScheduled: true,
        last: { finishedAt: threeDaysAgo, bytes: 24.1e9, images: 5318, durationMs: 360_000 },
        failure: { at: new Date().toISOString(), sentence: "There's no space left on /mnt/backup." },
        nextAt: new Date().toISOString(),
        isLate: true,
      },
      update: { ...calm.update, installed: { version: '9.9.9', commit: null } },
    },
  })
  await openPage('/admin', aUser({ isAdmin: true }))
  await waitFor(() =>
    expect(alerts()).toEqual([expect.stringContaining("The last backup failed and 3 emails couldn't be sent.")]),
  )
  expect(row('Email')).toContain("smtp.example.org isn't responding")
  expect(row('Backups')).toContain("There's no space left on /mnt/backup.")
  expect(row('Backups')).toContain('24.1 GB in 6 minutes')
  expect(row('Version')).toContain('Version 9.9.9 is installed: restart to use it.')

  const task = { kind: 'contact-mail', attempts: 5, createdAt: threeDaysAgo, runAt: threeDaysAgo, lastError: sentence }
  const failing = ['one', 'two', 'three'].map((_id) => ({ _id, ...task }))
  api.answer(listTasks, { success: true, data: failing })
  const act = { _id: 'act', actor: 'mara@example.com', subject: '', createdAt: threeDaysAgo }
  const entry = { ...act, action: 'change settings', details: { registration: 'invited' } }
  api.answer(listAudit, { success: true, data: [entry] })
  await follow('See why')
  await waitFor(() => expect(row('Email contact messages to support')).toContain('3 jobsTried 5 times'))
  expect(row('You set who can register to invited people')).toBeDefined()
  api.answer(retryTask, refusal('NOT_FOUND', 'This job is done or is running right now.'))
  await press(/^Retry/)
  expect(await screen.findByText('This job is done or is running right now.')).toBeDefined()
})

test('an administrator works through the setup list, which disappears when everything is done', async () => {
  const fresh = { ...calm, publicUrl: 'http://localhost:5000', disk: { ...calm.disk, usedBytes: 0.4e9 } }
  api.answer(getOverview, { success: true, data: fresh })
  await openPage('/admin', aUser({ isAdmin: true }))
  expect(await screen.findByText('1 of 5 done')).toBeDefined()
  expect(row('Public address')).toContain('so they only open on this computer')
  expect(screen.getByText('400 MB of 100 GB')).toBeDefined()

  const done: Overview = {
    ...calm,
    registration: 'invited',
    registrationSource: 'administration',
    isEmailDeclined: true,
    backups: { ...calm.backups, isScheduled: true },
  }
  const { registration, registrationSource, isEmailDeclined } = done
  api.answer(updateInstallation, { success: true, data: { registration, registrationSource, isEmailDeclined } })
  fireEvent.click(screen.getByRole('radio', { name: 'Invited people' }))
  await waitFor(() => expect(api.calls(updateInstallation).at(-1)?.body).toEqual({ registration: 'invited' }))
  api.answer(getOverview, { success: true, data: done })
  await press("We don't need email")
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Finish setting up' })).toBeNull())
  expect(api.calls(updateInstallation).at(-1)?.body).toEqual({ isEmailDeclined: true })
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Invited people' }).checked).toBe(true)
})

test('an administrator without email lets only invited people register, and gets a link to send them', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ email: false }) })
  await openPage('/admin', aUser({ isAdmin: true }))
  await screen.findByRole('radio', { name: 'Invited people' })
  expect(screen.queryByRole('button', { name: 'Create invitation link' })).toBeNull()

  const invited = { registration: 'invited', registrationSource: 'administration' } as const
  api.answer(updateInstallation, { success: true, data: { ...invited, isEmailDeclined: false } })
  api.answer(getOverview, { success: true, data: { ...calm, ...invited } })
  fireEvent.click(screen.getByRole('radio', { name: 'Invited people' }))
  const invitations = within(await screen.findByRole('region', { name: 'Invitations to register' }))
  expect(invitations.queryByRole('listitem')).toBeNull()
  expect(screen.getAllByText('Only people you invite can register.')).not.toHaveLength(0)

  const url = 'https://photos.example/register?invitation=secret'
  const dates = { createdAt: '2026-11-01T10:00:00.000Z', expiresAt: '2026-11-08T10:00:00.000Z' }
  const invitation = { _id: 'invitation', email: null, url, ...dates }
  api.answer(inviteToRegister, { success: true, data: invitation })
  api.answer(listRegistrationInvitations, { success: true, data: [invitation] })
  await press('Create invitation link', invitations)
  const dialog = await screen.findByRole('dialog', { name: 'Invitation link' })
  expect(field('Invitation link').value).toBe(url)
  expect(dialog.textContent).toContain('Send this link to one person. It works once')
  expect(api.calls(inviteToRegister).map(({ body }) => body)).toEqual([{ email: null }])
  await press('Done', within(dialog))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect((await invitations.findByRole('listitem')).textContent).toContain(
    'Invitation linkInvited on Nov 1, 2026, expires on Nov 8, 2026',
  )
})

test('REGISTRATION in the environment locks who can register', async () => {
  api.answer(getOverview, {
    success: true,
    data: { ...calm, registration: 'closed', registrationSource: 'environment' },
  })
  await openPage('/admin', aUser({ isAdmin: true }))
  expect(await screen.findByText(/No one can register\. Existing users can still log in\./)).toBeDefined()
  expect(screen.queryByRole('radio', { name: 'No one' })).toBeNull()
})

test('only administrators are reminded that email is missing, until they decide to go without', async () => {
  api.answer(getConfig, { success: true, data: aConfig({ email: false }) })
  api.answer(listLinks, { success: true, data: [] })
  api.answer(updateInstallation, {
    success: true,
    data: { registration: 'open', registrationSource: 'default', isEmailDeclined: true },
  })
  await openPage('/dashboard', aUser({ isAdmin: true }))
  expect(await screen.findByText(/Only administrators see this/)).toBeDefined()
  await press("Don't show again")
  await waitFor(() => expect(screen.queryByText(/Only administrators see this/)).toBeNull())
})

test('the page is not found for other users', async () => {
  await openPage('/admin', aUser())
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
  expect(api.calls(getOverview)).toEqual([])
})
