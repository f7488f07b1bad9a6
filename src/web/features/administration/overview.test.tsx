// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  getOverview,
  listAudit,
  listRegistrationInvitations,
  listTasks,
  type Overview,
  retryTask,
  sendTestEmail,
} from '#shared/administration.ts'
import { aUser } from '#test/support/api-samples.ts'
import { createFakeApi, refusal } from '#test/support/fake-api.ts'
import { alerts, follow, openPage, press } from '#test/support/pages.ts'

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
  version: '0.2.0',
  update: { commit: null, installed: null, latest: null },
}

const row = (title: string) =>
  screen.getAllByRole('listitem').find(({ textContent }) => textContent?.includes(title))?.textContent

beforeEach(() => {
  api.answer(getOverview, { success: true, data: calm })
  api.answer(listRegistrationInvitations, { success: true, data: [] })
})

test('an administrator sees that email is not set up and can send a test email', async () => {
  await openPage('/admin', aUser({ isAdmin: true }))
  await waitFor(() => expect(row('Email')).toContain('Not set up'))
  expect(row('Database')).toContain('Good')
  expect(row('Version')).toContain('Good')
  const message = 'The test email was only written to the outbox folder on the server.'
  api.answer(sendTestEmail, { success: true, data: { message } })
  await press('Send test email')
  expect(await screen.findByText(message)).toBeDefined()
})

test('an administrator sees failing emails and backups, an installed update and a rejected retry', async () => {
  api.answer(getOverview, {
    success: true,
    data: {
      ...calm,
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
  api.answer(listTasks, { success: true, data: [{ _id: 'failing', ...task }] })
  api.answer(listAudit, { success: true, data: [] })
  await follow('See why')
  await waitFor(() => expect(row('Email a contact message to support')).toContain('Tried 5 times'))
  api.answer(retryTask, refusal('NOT_FOUND', 'This job is done or is running right now.'))
  await press(/^Retry/)
  expect(await screen.findByText('This job is done or is running right now.')).toBeDefined()
})

test('an administrator sees who can register', async () => {
  api.answer(getOverview, { success: true, data: { ...calm, registration: 'closed' } })
  await openPage('/admin', aUser({ isAdmin: true }))
  expect(await screen.findByText(/No one can register\. Existing users can still log in\./)).toBeDefined()
})

test('the page is not found for other users', async () => {
  await openPage('/admin', aUser())
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined()
  expect(api.calls(getOverview)).toEqual([])
})
