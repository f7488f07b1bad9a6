import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { createNotifications } from './notifications.ts'

// Only PostgreSQL supports several nodes, so most of these tests do nothing on SQLite.

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Database

beforeAll(async () => {
  database = await createMigratedDatabase()
  db = await createDatabase(database.options)
})
afterAll(async () => {
  await db.destroy()
  await database.remove()
})

const silent = { info: () => {}, warn: () => {}, error: () => {} }
const soon = { interval: 10 }

/** Returns a node that's listening, or undefined on SQLite. */
async function aNode() {
  if (database.options.kind !== 'postgres') return undefined
  const heard: (string | undefined)[] = []
  const node = createNotifications({ url: database.options.url, onHeard: (text) => heard.push(text), log: silent })
  onTestFinished(() => node.stop())
  node.start()
  await vi.waitFor(() => expect(heard).toEqual([undefined]), soon)
  heard.length = 0
  return { ...node, heard }
}

test("the other nodes receive a message, but the sender doesn't", async () => {
  const [one, other] = [await aNode(), await aNode()]
  if (!one || !other) return
  one.send('link-1')
  one.send('')
  other.send('link-2')

  await vi.waitFor(() => expect([one.heard, other.heard]).toEqual([['link-2'], ['link-1', '']]), soon)
})

test('a disconnected node reconnects and is notified that it may have missed messages', async () => {
  const [one, other] = [await aNode(), await aNode()]
  if (!one || !other) return
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'framelight changes'
    and datname = current_database()`.execute(db)
  one.send('lost')
  await vi.waitFor(() => expect([one.heard, other.heard]).toEqual([[undefined], [undefined]]), soon)
  one.send('link-3')

  await vi.waitFor(() => expect(other.heard).toEqual([undefined, 'link-3']), soon)
})

test('an unreachable server only causes a warning', async () => {
  const heard = vi.fn()
  const warn = vi.fn()
  const node = createNotifications({
    url: 'postgres://127.0.0.1:1/nothing',
    onHeard: heard,
    log: { ...silent, warn },
  })
  node.start()
  node.send('link-1')
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce(), soon)
  await node.stop()

  expect(heard).not.toHaveBeenCalled()
})
