import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { withTransactions } from './transactions.ts'

// These tests cover problems with many connections to a server. They have to pass on SQLite too.

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
  for (const id of ['one', 'other']) await insert(db, id)
})

const isServer = () => database.options.kind === 'postgres'
const at = '2026-01-01T00:00:00.000Z'
const insert = (tx: Database, id: string) =>
  tx.insertInto('tasks').values({ id, kind: 'test', payload: '', attempts: 0, run_at: at, created_at: at }).execute()

const bind = (tx: Database) => ({
  add: (id: string) =>
    tx
      .updateTable('tasks')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .execute(),
})
const read = async () => {
  const rows = await db.selectFrom('tasks').select(['id', 'attempts']).orderBy('id').execute()
  return Object.fromEntries(rows.map(({ id, attempts }) => [id, attempts]))
}

/** Breaks a transaction by cutting its connection or, on SQLite, by rolling it back. */
async function cut(tx: Database) {
  if (!isServer()) return void (await sql`rollback`.execute(tx))
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
  await sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`.execute(db)
}

test('a transaction that loses its connection is rolled back, and the next statement works', async () => {
  for (let round = 0; round < 5; round++) {
    const work = db.transaction().execute(async (tx) => {
      await insert(tx, 'half done')
      await cut(tx)
      await sql`select * from nothing_that_exists`.execute(tx)
    })
    const [result] = await Promise.allSettled([work])

    expect(result.status).toBe('rejected')
    if (isServer()) expect(isDatabaseUnavailable((result as PromiseRejectedResult).reason)).toBe(true)
    expect(await read()).toEqual({ one: 0, other: 0 })
  }
})

test('connections lost while idle are replaced', async () => {
  const add = () => db.transaction().execute((tx) => bind(tx).add('one'))
  await Promise.all(Array.from({ length: 10 }, add))
  if (isServer()) {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  }
  // The pool may still return a lost connection, whose caller gets an error.
  await Promise.all(Array.from({ length: 10 }, () => vi.waitFor(add)))

  expect(await read()).toEqual({ one: 20, other: 0 })
})

test('timeouts are set on the server, but not through PgBouncer', async () => {
  const { options } = database
  if (options.kind !== 'postgres') return
  const limitOf = async (pool: Database) => {
    const found = sql<{ statement: string; idle: string }>`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`
    return (await found.execute(pool).finally(() => pool.destroy())).rows[0]
  }
  expect(await limitOf(openPostgres(options))).toEqual({ statement: '10s', idle: '15s' })
  expect(await limitOf(openPostgres({ ...options, directUrl: options.url }))).toEqual({ statement: '0', idle: '0' })
})

test('a deadlocked transaction is retried', async () => {
  const repository = withTransactions(db, bind)
  const begun = Promise.withResolvers<void>()
  let count = 0
  const addBoth = (first: string, second: string) =>
    repository.transaction(async (tx) => {
      await tx.add(first)
      if (++count === 2) begun.resolve()
      // With a single connection, the second transaction starts after the first has ended.
      if (isServer()) await begun.promise
      await tx.add(second)
    })
  await Promise.all([addBoth('one', 'other'), addBoth('other', 'one')])

  expect(await read()).toEqual({ one: 2, other: 2 })
  // The retry deadlocks too if it locks its first row before the other transaction wakes up.
  expect(count).toBeGreaterThanOrEqual(isServer() ? 3 : 2)
})
