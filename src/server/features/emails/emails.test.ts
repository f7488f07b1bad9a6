import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import type { Email } from '#server/platform/email/message.ts'
import { createTestClock, type TestClock } from '#test/support/clock.ts'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createTestEmails } from '#test/support/emails.ts'
import type { EmailKind } from './email-kinds.ts'
import type { EmailService } from './emails.service.ts'

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Database
let clock: TestClock
let emails: EmailService
let sent: Email[]

const content = { subject: 'Photos', preview: '', heading: 'Photos', blocks: [], footer: ['From us.'] }

const createNode = (send = async (mail: Email) => void sent.push(mail)) =>
  createTestEmails({ db, clock, mailer: { isDelivered: true, send, close: async () => {}, verify: async () => {} } })

beforeEach(async () => {
  database = await createMigratedDatabase()
  db = await createDatabase(database.options)
  clock = createTestClock()
  sent = []
  emails = createNode()
})
afterEach(async () => {
  await db.destroy()
  await database.remove()
})

const send = (kind: EmailKind, to = 'anna@example.org', node = emails) => node.send({ kind, to, content })

async function anAccount(email: string, isConfirmed: boolean) {
  const account = { name: 'Anna', gallery_name: null, email, password_hash: '', is_confirmed: Number(isConfirmed) }
  await db
    .insertInto('users')
    .values({ id: email, ...account, created_at: '2026-01-01T00:00:00.000Z' })
    .execute()
}

describe('an inbox that never requested email', () => {
  test('gets only three emails across kinds, nodes and concurrent requests', async () => {
    const nodes = [emails, createNode()]
    const kinds = ['invitation', 'email-confirmation', 'follow-confirmation', 'registration-invitation'] as const
    const writings = ['anna@example.org', 'ANNA+1@example.org', 'anna+2@example.org']
    const tries = nodes.flatMap((node) =>
      kinds.flatMap((kind) => writings.map((to) => node.send({ kind, to, content }))),
    )
    const results = await Promise.all(tries)
    expect(results.filter(Boolean)).toHaveLength(3)
    expect(sent).toHaveLength(3)
    expect(await emails.canSend({ kind: 'invitation', to: 'anna@example.org' })).toBe(false)
    expect(await send('invitation', 'tom@example.org')).toBe(true)
  })

  test('gets at most three emails in any 24 hours', async () => {
    const at: number[] = []
    const start = clock.now().getTime()
    for (let hour = 0; hour < 72; hour++) {
      for (let n = 0; n < 3; n++) {
        // Send one email at the start, and try the rest from hour 23, just before a fixed window would end.
        if ((hour === 0 && n > 0) || (hour > 0 && hour < 23)) continue
        if (await send('invitation')) at.push(clock.now().getTime() - start)
      }
      clock.advance(hours(1))
    }
    expect(at.length).toBeGreaterThan(6)
    for (const from of at) expect(at.filter((t) => t >= from && t < from + days(1)).length).toBeLessThanOrEqual(3)
  })

  test("doesn't use up its limit if sending fails", async () => {
    let isDown = true
    const failing = createNode(async (mail) => {
      if (isDown) throw new Error('No connection')
      sent.push(mail)
    })
    for (let n = 0; n < 5; n++) await expect(send('invitation', 'anna@example.org', failing)).rejects.toThrow()
    isDown = false
    expect(await send('invitation', 'anna@example.org', failing)).toBe(true)
  })

  test('gets an opt-out URL in the text, the HTML and `leaveUrl`', async () => {
    await send('invitation')
    const [mail] = sent
    expect(mail?.leaveUrl).toMatch(/^http:\/\/photos\.test\/emails\/stop\/[\w-]{86}$/)
    expect(mail?.text).toContain(`Stop emails from Framelight: ${mail?.leaveUrl}`)
    expect(mail?.html).toContain(mail?.leaveUrl)
  })
})

describe('a password reset', () => {
  test("is still sent after strangers used up the day's three unrequested emails", async () => {
    await anAccount('anna@example.org', true)
    for (let n = 0; n < 5; n++) await send('invitation')
    expect(sent).toHaveLength(3)
    expect(await send('password-reset')).toBe(true)
    expect(sent.at(-1)?.leaveUrl).toBeUndefined()
  })

  test("is sent at least every four hours and 11 times a day, however often it's requested", async () => {
    await anAccount('anna@example.org', true)
    let longestWaitMinutes = 0
    let waitMinutes = 0
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const isSent = (await Promise.all([send('password-reset'), send('password-reset')])).some(Boolean)
      waitMinutes = isSent ? 0 : waitMinutes + 10
      longestWaitMinutes = Math.max(longestWaitMinutes, waitMinutes)
      clock.advance(minutes(10))
    }
    expect(sent).toHaveLength(11)
    expect(longestWaitMinutes).toBeLessThanOrEqual(240)
  })

  test('by an administrator is sent even above the limit', async () => {
    await anAccount('anna@example.org', true)
    for (let n = 0; n < 9; n++) await send('password-reset')
    const before = sent.length
    await emails.send({ kind: 'password-reset', to: 'anna@example.org', content, isByAdministrator: true })
    expect(sent).toHaveLength(before + 1)
  })
})

test('emails to an account with an unconfirmed address count as unrequested', async () => {
  await anAccount('victim@example.org', false)
  for (const kind of ['notifications', 'export-ready', 'password-reset', 'invitation'] as const) {
    for (let n = 0; n < 3; n++) await send(kind, 'victim@example.org')
  }
  expect(sent).toHaveLength(3)
  expect(sent.every(({ leaveUrl }) => leaveUrl !== undefined)).toBe(true)
})

test('after eight notifications in a day, at most one is sent every three hours', async () => {
  await anAccount('anna@example.org', true)
  for (let n = 0; n < 12; n++) await send('notifications')
  expect(sent).toHaveLength(9)
  const wait = await emails.retryAfterSeconds({ kind: 'notifications', to: 'anna@example.org' })
  expect(wait).toBe(hours(3) / 1000)
  clock.advance(hours(3))
  expect(await send('notifications')).toBe(true)
})
