import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { createTasks } from '#server/platform/database/tasks.ts'
import type { Email } from '#server/platform/email/message.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createTestEmails } from '#test/support/emails.ts'
import { createActivityRepository } from './activity.repository.ts'
import { createEventService, type NewEvent } from './events.service.ts'
import { createNotificationEmailService } from './notification-emails.service.ts'
import { createNotificationSettingsRepository } from './notification-settings.repository.ts'

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Database
let clock: ReturnType<typeof createStoppedClock>
let sent: Email[]
let node: ReturnType<typeof createNode>
const link = { id: 'link', userId: 'mara' }

beforeEach(async () => {
  database = await createMigratedDatabase()
  db = await createDatabase(database.options)
  clock = createStoppedClock('2026-01-01T06:00:00Z')
  sent = []
  node = createNode(async (mail) => void sent.push(mail))
  const created_at = '2025-01-01T00:00:00.000Z'
  const mara = {
    id: 'mara',
    name: 'Mara',
    gallery_name: null,
    email: 'mara@lind.example',
    password_hash: '',
    created_at,
  }
  await db.insertInto('users').values(mara).execute()
  await sql`
    insert into links (id, user_id, slug, title, title_key, description, description_key, is_private, is_listed,
      allow_downloads, expires_at, created_at, updated_at)
    values ('link', 'mara', 'year', 'A Year Outside', '', '', '', 0, 1, 1, '2026-01-01T00:00:00.000Z', ${created_at},
      ${created_at})`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  await database.remove()
})

function createNode(send: (mail: Email) => Promise<void>) {
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const tasks = createTasks({ db, clock, log, redactError: String })
  const activity = createActivityRepository(db)
  const settings = createNotificationSettingsRepository(db)
  const mailer = { isDelivered: true, send, verify: async () => {}, close: async () => {} }
  const mails = createNotificationEmailService({
    activity,
    settings,
    findSentChoices: async () => new Map(),
    emails: createTestEmails({ db, clock, mailer }),
    tasks,
    publicUrl: 'http://photos.test',
    clock,
  })
  const events = createEventService({ activity, settings, emails: mails, clock })
  return { tasks, settings, mails, activity, events }
}

/** Records events the way a feature does, without advancing the clock. */
async function happens(...given: Partial<NewEvent>[]) {
  const happened = given.length > 0 ? given : [{}]
  const prepared = happened.map((event) => node.events.prepare({ kind: 'request', link, name: 'Lena', ...event }))
  const all = await Promise.all(prepared)
  await node.activity.transaction(async (tx) => {
    for (const event of all) await tx.insertEvent(event)
  })
}

/** Advances the clock and runs due tasks every half minute, or every 10 minutes for long spans. */
async function pass(milliseconds: number, stepMs = milliseconds < hours(1) ? minutes(0.5) : minutes(10)) {
  for (let gone = 0; gone < milliseconds; gone += stepMs) {
    clock.advance(stepMs)
    await node.tasks.runDue()
  }
}

const remaining = () => db.selectFrom('tasks').selectAll().execute()

test('the first event is emailed within a minute, and later ones together after 15 minutes', async () => {
  await happens({ text: 'A week more?' })
  await pass(minutes(1))
  expect(sent).toMatchObject([{ to: 'mara@lind.example', subject: 'Lena requested more time for "A Year Outside"' }])
  expect(sent[0]?.text).toContain('> A week more?')
  await happens({ name: 'Tom' })
  await pass(minutes(5))
  await happens({ name: 'Grandma' })
  await pass(minutes(8))
  expect(sent).toHaveLength(1)
  await pass(minutes(2))
  expect(sent).toHaveLength(2)
  expect(sent[1]?.subject).toBe('2 updates from your galleries')
  expect(sent[1]?.text).toContain('Tom requested more time')
  expect(sent[1]?.text).toContain('Grandma requested more time')
  await happens({ name: 'Ida' })
  await pass(minutes(1))
  expect(sent.map(({ text }) => text.includes('Ida'))).toEqual([false, false, true])
  await pass(minutes(30))
  expect(sent).toHaveLength(3)
  expect(await remaining()).toEqual([])
})

test('500 events in ten minutes result in only two emails', async () => {
  for (let minute = 0; minute < 10; minute++) {
    await happens(...Array.from({ length: 50 }, (_, n) => ({ name: `Guest ${n} of minute ${minute}` })))
    await pass(minutes(1))
  }
  await pass(minutes(30))
  expect(sent).toHaveLength(2)
  const counts = sent.map(({ subject }) => Number(/^(\d+) updates/.exec(subject)?.[1]))
  expect(counts).toEqual([50, 450])
  expect(sent[1]?.text).toContain('And 430 more.')
  expect(await remaining()).toEqual([])
})

test("daily events are sent in one email at the chosen time in the account's time zone", async () => {
  await node.settings.update('mara', { requests: 'daily', dailyAt: '18:00', timeZone: 'Asia/Dhaka' })
  await happens({ name: 'Lena' })
  await pass(hours(5))
  await happens({ name: 'Tom' })
  expect(sent).toEqual([])
  await pass(hours(1))
  expect(sent.map(({ subject }) => subject)).toEqual(['2 updates from your galleries'])
  await happens({ name: 'Ida' })
  await pass(hours(23.5))
  expect(sent).toHaveLength(1)
  await pass(hours(0.5))
  expect(sent).toHaveLength(2)
  expect(await remaining()).toEqual([])
})

test("sending the daily emails early doesn't send them twice", async () => {
  await happens({ kind: 'closing', text: '2026-01-04T06:00:00.000Z' })
  expect(await node.mails.sendDaily()).toBe(1)
  expect(sent).toMatchObject([{ subject: '"A Year Outside" expires on Jan 4, 2026' }])
  expect(await node.mails.sendDaily()).toBe(0)
  await pass(hours(25))
  expect(sent).toHaveLength(1)
})

test("events aren't emailed if their kind is turned off before the email is sent", async () => {
  const settings = await node.settings.find('mara')
  await happens({ kind: 'opened' })
  await happens({ kind: 'guessing' })
  await happens({ kind: 'closing', text: '2026-01-04T06:00:00.000Z' })
  await node.settings.update('mara', { requests: 'off', closing: 'off' })
  await happens()
  await pass(hours(25))
  expect(sent).toEqual([])
  expect(await remaining()).toEqual([])
  await node.settings.update('mara', settings)
  await pass(hours(25))
  expect(sent).toEqual([])
})

test('a failed email is retried and includes newer events', async () => {
  let isDown = true
  node = createNode(async (mail) => {
    if (isDown) throw new Error('no answer')
    sent.push(mail)
  })
  await happens({ name: 'Lena' })
  await pass(minutes(3))
  await happens({ name: 'Tom' })
  isDown = false
  await pass(minutes(30))
  expect(sent.map(({ subject }) => subject)).toEqual(['2 updates from your galleries'])
  expect(await remaining()).toEqual([])
})

test('only one node sends an email, and another takes over if it dies', async () => {
  const dying = createNode(() => new Promise(() => {}))
  const others = [createNode(async (mail) => void sent.push(mail)), node]
  for (let n = 0; n < 8; n++) await happens({ name: `Guest ${n}` })
  void dying.tasks.runDue()
  // Wait until the dying node has claimed the email.
  while (
    (await db.selectFrom('notification_settings').select('user_id').where('sending_until', '>', '').execute())
      .length === 0
  ) {
    await new Promise(setImmediate)
  }
  await Promise.all(others.map(({ tasks }) => tasks.runDue()))
  expect(sent).toEqual([])
  for (let n = 0; n < 10; n++) {
    clock.advance(minutes(0.5))
    await Promise.all(others.map(({ tasks }) => tasks.runDue()))
  }
  expect(sent.map(({ subject }) => subject)).toEqual(['8 updates from your galleries'])
})

test('a deleted account gets no email', async () => {
  await happens()
  await db.deleteFrom('users').where('id', '=', 'mara').execute()
  await pass(minutes(3))
  expect(sent).toEqual([])
  expect(await remaining()).toEqual([])
})

test('an event for a link that was just deleted is skipped', async () => {
  await node.events.record({ kind: 'closing', link: { ...link, id: 'deleted' } })
  await node.events.record({ kind: 'closing', link })
  expect(await db.selectFrom('activity').select('link_id').execute()).toEqual([{ link_id: link.id }])
})
