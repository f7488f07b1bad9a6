import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { isDatabaseUnavailable, isForeignKeyViolation } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

const error = (properties: object, message = 'some text') => Object.assign(new Error(message), properties)

test.each([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])('network error %s means the database is unavailable', (code) => {
  expect(isDatabaseUnavailable(error({ code }))).toBe(true)
})

test.each([
  ['connection failure', '08006'],
  ['too many connections', '53300'],
  ['disk full', '53100'],
  ['statement timeout', '57014'],
  ['administrator shutdown', '57P01'],
  ['cannot connect now', '57P03'],
  ['input or output error', '58030'],
  ['read only', '25006'],
  ['serialization failure', '40001'],
  ['deadlock', '40P01'],
])('PostgreSQL error %s means the database is unavailable', (_, code) => {
  expect(isDatabaseUnavailable(error({ code }))).toBe(true)
})

test.each([
  ['unique violation', '23505'],
  ['foreign key violation', '23503'],
  ['syntax error', '42601'],
  ['undefined table', '42P01'],
  ['invalid byte in text', '22021'],
  ['number out of range', '22003'],
  ['in failed transaction', '25P02'],
])("PostgreSQL error %s doesn't mean the database is unavailable", (_, code) => {
  expect(isDatabaseUnavailable(error({ code }))).toBe(false)
})

test.each([
  ['busy', 5],
  ['busy: snapshot', 517],
  ['locked', 6],
  ['out of memory', 7],
  ['read only', 8],
  ['read only: directory', 1544],
  ['input or output error: fsync', 1034],
  ['disk full', 13],
  ['cannot open', 14],
])('SQLite error %s means the database is unavailable', (_, errcode) => {
  expect(isDatabaseUnavailable(error({ errcode, code: 'ERR_SQLITE_ERROR' }))).toBe(true)
})

test.each([
  ['error', 1],
  ['constraint: unique', 2067],
  ['constraint: foreign key', 787],
  ['mismatch', 20],
])("SQLite error %s doesn't mean the database is unavailable", (_, errcode) => {
  expect(isDatabaseUnavailable(error({ errcode, code: 'ERR_SQLITE_ERROR' }))).toBe(false)
})

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
])('the driver message "%s" means the database is unavailable', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true)
})

test.each([
  [undefined],
  [null],
  ['ECONNREFUSED'],
  [{ code: 'ECONNREFUSED' }],
  [new Error('oops')],
  [error({ code: 57 })],
])("%o doesn't mean that the database is unavailable", (thrown) => {
  expect(isDatabaseUnavailable(thrown)).toBe(false)
})

const caught = async (work: () => unknown) => {
  try {
    await work()
  } catch (thrown) {
    return thrown
  }
  throw new Error('Nothing was thrown')
}

test('a missing server counts as unavailable', async () => {
  const db = openPostgres({ url: 'postgres://nobody@127.0.0.1:1/none' })
  const thrown = await caught(() => sql`select 1`.execute(db))
  await db.destroy()

  expect(isDatabaseUnavailable(thrown)).toBe(true)
})

test('a missing folder counts as unavailable', async () => {
  const thrown = await caught(() => openSqlite(join(tmpdir(), 'there-is-no-such-folder', 'framelight.db')))
  expect(isDatabaseUnavailable(thrown)).toBe(true)
})

test("a locked file counts as unavailable, but a bad statement doesn't", async () => {
  const dir = mkdtempSync(join(tmpdir(), 'unavailable-'))
  const one = new DatabaseSync(join(dir, 'db'))
  const two = new DatabaseSync(join(dir, 'db'), { timeout: 0 })
  one.exec('begin immediate')

  expect(isDatabaseUnavailable(await caught(() => two.exec('begin immediate')))).toBe(true)
  expect(isDatabaseUnavailable(await caught(() => two.exec('select * from nothing')))).toBe(false)

  one.close()
  two.close()
  rmSync(dir, { recursive: true })
})

describe('a foreign key violation', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let db: Database

  beforeAll(async () => {
    database = await createTestDatabase()
    db = await createDatabase(database.options)
  })
  afterAll(async () => {
    await db.destroy()
    await database.remove()
  })

  const at = '2026-01-01T00:00:00.000Z'
  const ann = { id: 'ann', name: 'Ann', email: 'ann@example.com', password_hash: '', created_at: at }

  test("is recognized after a row's owner was deleted, and doesn't count as unavailable", async () => {
    await db.insertInto('users').values(ann).execute()
    await db.deleteFrom('users').where('id', '=', ann.id).execute()
    const problem = await caught(() =>
      db.insertInto('usage').values({ user_id: ann.id, links: 0, images: 0 }).execute(),
    )

    expect(isForeignKeyViolation(problem)).toBe(true)
    expect(isDatabaseUnavailable(problem)).toBe(false)
  })

  test('is recognized in a transaction, which is rolled back', async () => {
    const work = db.transaction().execute(async (tx) => {
      await tx.insertInto('users').values(ann).execute()
      await tx.insertInto('usage').values({ user_id: 'bob', links: 0, images: 0 }).execute()
    })

    expect(isForeignKeyViolation(await caught(() => work))).toBe(true)
    expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  })

  test('differs from a duplicate row and a bad statement', async () => {
    await db.insertInto('users').values(ann).execute()
    const twice = await caught(() => db.insertInto('users').values(ann).execute())
    const wrong = await caught(() =>
      db
        .selectFrom('nothing' as 'users')
        .selectAll()
        .execute(),
    )

    expect([isForeignKeyViolation(twice), isForeignKeyViolation(wrong)]).toEqual([false, false])
  })

  test.each([[undefined], [null], ['23503'], [new Error('23503')], [{ code: 23503 }], [{ errcode: 19 }]])(
    "isn't recognized in %o",
    (thrown) => {
      expect(isForeignKeyViolation(thrown)).toBe(false)
    },
  )
})
