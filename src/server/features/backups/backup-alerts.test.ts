import { beforeEach, expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import { createBuilders } from '#test/support/builders.ts'
import { finishTasks, readOutbox } from '#test/support/outbox.ts'
import { createOwnServer, type TestServer } from '#test/support/server.ts'
import type { BackupResult } from './backup-result.ts'

let server: TestServer
beforeEach(async () => {
  server = await createOwnServer({ dailyBackup: { folder: '/backups', keep: 7 } })
  await createBuilders(server).aUser({ email: 'ines@example.com' })
})

const instant = (ms = 0) => new Date(server.clock.now().getTime() + ms).toISOString()

function aBackup(fields: Partial<BackupResult> = {}): BackupResult {
  const now = server.clock.now()
  return {
    startedAt: new Date(now.getTime() - hours(0.1)).toISOString(),
    finishedAt: now.toISOString(),
    ok: true,
    bytes: 24e9,
    images: 5318,
    files: 26_000,
    path: '/backups/one',
    error: null,
    ...fields,
  }
}
const aFailure = (error = "There's no space left on /backups.") =>
  aBackup({ ok: false, bytes: 0, images: 0, files: 0, path: null, error })

const take = (result: BackupResult) => server.services.noteBackup(result)
const status = async () => (await server.services.administration.overview('UTC')).backups

/** Runs the check and returns the subjects of all emails to the administrator, oldest first. */
async function subjects() {
  await server.services.backupAlerts.check()
  await finishTasks(server)
  return readOutbox(server)
    .filter((mail) => mail.includes('To: ines@'))
    .map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim())
}
const failed = 'The backup of photos.test failed'
const late = 'The latest backup of photos.test is more than 36 hours old'

test('the status shows the size and duration of a successful backup, and when the next one is due', async () => {
  expect(await status()).toEqual({ isScheduled: true, last: null, failure: null, nextAt: null, isLate: false })
  const good = aBackup()
  await take(good)
  expect(await status()).toEqual({
    isScheduled: true,
    last: { finishedAt: good.finishedAt, bytes: 24e9, images: 5318, durationMs: hours(0.1) },
    failure: null,
    nextAt: new Date(Date.parse(good.startedAt) + days(1)).toISOString(),
    isLate: false,
  })
  expect(await subjects()).toEqual([])
})

test('the status shows a failure, with credentials redacted, until a backup succeeds', async () => {
  await take(aBackup())
  server.clock.advance(days(1))
  await take(aFailure('postgres://ann:very-secret@db refused'))
  expect(await status()).toMatchObject({
    last: { images: 5318 },
    failure: { at: expect.any(String), sentence: 'postgres://…@db refused' },
    isLate: false,
  })
  server.clock.advance(hours(1))
  await take(aBackup())
  expect((await status()).failure).toBeNull()
})

test("a failure that's reported twice counts once", async () => {
  const attempt = aFailure()
  await take(attempt)
  await take(attempt)
  expect(await server.services.backupStatus.countFailures()).toBe(1)
})

test('repeated failures send one email until a backup succeeds', async () => {
  await take(aFailure())
  // Send the email before the clock advances, or the task's lease would expire.
  expect(await subjects()).toEqual([failed])
  for (let n = 0; n < 50; n++) {
    server.clock.advance(hours(1))
    await take(aFailure())
  }
  expect(await subjects()).toEqual([failed])
  server.clock.advance(hours(1))
  await take(aBackup())
  server.clock.advance(days(1))
  await take(aFailure())
  expect(await subjects()).toEqual([failed, failed])
  expect(await server.services.backupStatus.countFailures()).toBe(52)
})

test('backups that keep failing and recovering send at most one email a day', async () => {
  for (let hour = 0; hour < 48; hour++) {
    await take(aFailure())
    await finishTasks(server)
    server.clock.advance(hours(0.5))
    await take(aBackup())
    server.clock.advance(hours(0.5))
  }
  expect(await subjects()).toEqual([failed, failed])
})

test('one email is sent when the newest backup is more than 36 hours old', async () => {
  await take(aBackup())
  server.clock.advance(hours(36) - 1000)
  expect([(await status()).isLate, await subjects()]).toEqual([false, []])
  server.clock.advance(2000)
  expect([(await status()).isLate, await subjects()]).toEqual([true, [late]])
  server.clock.advance(days(5))
  expect(await subjects()).toEqual([late])
})

test("a pending alert isn't sent if a backup succeeds first", async () => {
  await server.services.backupStatus.record(aFailure())
  await server.services.backupAlerts.check()
  server.clock.advance(1000)
  await server.services.backupStatus.record(aBackup({ startedAt: instant(-1) }))
  expect(await subjects()).toEqual([])
})

test('the list of alert recipients excludes disabled administrators', async () => {
  const other = await createBuilders(server).aUser()
  await server.db.updateTable('users').set({ is_admin: 1, disabled_at: instant() }).where('id', '=', other.id).execute()
  expect(await server.services.accounts.listAdministrators()).toEqual(['ines@example.com'])
})
