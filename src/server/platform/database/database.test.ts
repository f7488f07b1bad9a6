import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createDatabase, type Database, pingDatabase } from './database.ts'
import type { TaskRow } from './schema.ts'

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
beforeEach(async () => {
  await db.deleteFrom('tasks').execute()
  await db.deleteFrom('users').execute()
})

const at = '2026-01-01T00:00:00.000Z'
const aTask = (fields: Partial<TaskRow>) => ({
  id: 'task',
  kind: 'test',
  payload: '',
  attempts: 0,
  run_at: at,
  created_at: at,
  last_error: null,
  ...fields,
})

test('the database responds', async () => {
  await expect(pingDatabase(db)).resolves.toBeDefined()
})

test('text with quotes, emoji and line breaks is stored unchanged', async () => {
  const payload = `it's "quoted" \\ 100% _ ; -- 🌅 é\n\tجميل ${'long '.repeat(2000)}`
  await db.insertInto('tasks').values(aTask({ payload })).execute()

  expect(await db.selectFrom('tasks').select('payload').executeTakeFirst()).toEqual({ payload })
})

test('text sorts by its bytes', async () => {
  const ids = ['a', 'B', 'b', 'A', 'Z', 'z', 'é', '-', '_', '0', '10', '9', '~', '中', '🌅', '\ufffd']
  await db
    .insertInto('tasks')
    .values(ids.map((id) => aTask({ id })))
    .execute()

  const rows = await db.selectFrom('tasks').select('id').orderBy('id').execute()
  const expected = ids.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  expect(rows.map(({ id }) => id)).toEqual(expected)
})

test('numbers are read as numbers, and missing values as null', async () => {
  const message = { id: '1', user_id: null, name: '', email: '', subject: '', message: '', created_at: at }
  await db.insertInto('contact_messages').values(message).execute()
  await db
    .insertInto('tasks')
    .values(aTask({ attempts: 2 ** 31 - 1 }))
    .execute()

  expect(await db.selectFrom('contact_messages').selectAll().executeTakeFirst()).toEqual(message)
  expect(await db.selectFrom('tasks').selectAll().executeTakeFirst()).toEqual(aTask({ attempts: 2 ** 31 - 1 }))
})

test('a statement reports its changed rows, with or without RETURNING', async () => {
  await db
    .insertInto('tasks')
    .values([aTask({ id: '1' }), aTask({ id: '2' })])
    .execute()

  const updated = await db.updateTable('tasks').set({ kind: 'other' }).executeTakeFirstOrThrow()
  expect(updated.numUpdatedRows).toBe(2n)
  const none = await db.deleteFrom('tasks').where('id', '=', '3').executeTakeFirstOrThrow()
  expect(none.numDeletedRows).toBe(0n)
  const returned = await db.deleteFrom('tasks').returning('id').execute()
  expect(returned.map(({ id }) => id).sort()).toEqual(['1', '2'])
})

test('an insert that does nothing on conflict returns no row', async () => {
  const insert = () =>
    db
      .insertInto('tasks')
      .values(aTask({}))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()

  expect(await insert()).toEqual({ id: 'task' })
  expect(await insert()).toBeUndefined()
})

test("a usage row is deleted with its user and can't exist without one", async () => {
  const usage = { user_id: 'ann', links: 0, images: 0 }
  await expect(db.insertInto('usage').values(usage).execute()).rejects.toThrow()

  await db
    .insertInto('users')
    .values({ id: 'ann', name: 'Ann', email: 'ann@example.com', password_hash: '', created_at: at })
    .execute()
  await db.insertInto('usage').values(usage).execute()
  await db.deleteFrom('users').execute()
  expect(await db.selectFrom('usage').selectAll().execute()).toEqual([])
})

test('data survives reopening the database', async () => {
  await db.insertInto('tasks').values(aTask({})).execute()
  const again = await createDatabase(database.options)
  const rows = await again.selectFrom('tasks').selectAll().execute()
  await again.destroy()

  expect(rows).toEqual([aTask({})])
})
