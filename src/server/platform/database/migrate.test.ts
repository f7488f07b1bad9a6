import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useEmptyDatabase } from '#test/support/empty-database.ts'
import { StartupProblem } from '../startup-problem.ts'
import { createDatabase, type Database } from './database.ts'
import { migrate, migrations } from './migrate.ts'
import { indexes, type Migration, statements } from './migrations/migration.ts'
import { openPostgresWithoutTimeouts } from './postgres.ts'
import { readColumns } from './schema-check.ts'
import { openSqlite } from './sqlite.ts'

const { database, withRaw, bringUpToDate } = useEmptyDatabase()

const tables = () => withRaw(async (db) => (await db.introspection.getTables()).map(({ name }) => name).sort())

const ran = () =>
  withRaw(async (db) => (await sql<{ name: string; ran_at: string }>`select * from migrations`.execute(db)).rows)

const startNode = () => {
  const script = `
    import { createDatabase } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))}
    await (await createDatabase(JSON.parse(process.argv[1]))).destroy()`
  const options = JSON.stringify(database.options)
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, options])
}

test('an empty database gets tables and a record of every migration', async () => {
  await bringUpToDate()

  expect(await tables()).toEqual(
    expect.arrayContaining(['comments', 'images', 'links', 'migrations', 'tasks', 'users']),
  )
  expect((await ran()).map(({ name }) => name).sort()).toEqual(migrations.map(({ name }) => name).sort())
})

test('migrating again changes nothing', async () => {
  await bringUpToDate()
  const before = await ran()
  await bringUpToDate()

  expect(await ran()).toEqual(before)
})

test.each([2, 8])(
  '%i nodes that start at the same time create the tables once',
  async (count) => {
    await Promise.all(Array.from({ length: count }, startNode))

    expect((await ran()).map(({ name }) => name).sort()).toEqual(migrations.map(({ name }) => name).sort())
    expect(await tables()).toContain('tasks')
  },
  60_000,
)

test('migration names are unique and in order', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/)
})

const migrateOn = (...steps: Migration[]) =>
  withRaw((db) => migrate(db, database.options.kind, [...migrations, ...steps]))

const addMood = statements('9998-mood', `alter table links add column mood TEXT not null default ''`, {
  sqlite: [],
  postgres: [],
})
const moodIndex = indexes('9999-mood-index', { links_by_mood: 'links (mood)' })

test("a newer version's additive migrations are accepted and kept", async () => {
  await bringUpToDate()
  await migrateOn(addMood, moodIndex)
  const before = await ran()

  await bringUpToDate()
  expect(await ran()).toEqual(before)
  expect(before.map(({ name }) => name)).toEqual(expect.arrayContaining(['9998-mood', '9999-mood-index']))
})

test.each([
  ['alter table links drop column opening', 'lacks links.opening'],
  ['drop table followers', 'lacks followers.'],
  ['alter table followers rename to subscribers', 'lacks followers.'],
  [
    'create table other as select * from tasks; drop table tasks; create table tasks (id text primary key, kind text, payload text, attempts integer, run_at text, created_at text, last_error text, priority integer not null)',
    'requires tasks.priority',
  ],
])('a database with the wrong schema is rejected: %s', async (script, why) => {
  await bringUpToDate()
  await migrateOn(statements('9998-less', script, { sqlite: [], postgres: [] }))

  const start = createDatabase(database.options)
  await expect(start).rejects.toThrow(StartupProblem)
  await expect(start).rejects.toThrow(`The database ${why}`)
})

test('both engines have the same columns after migrating', async () => {
  await bringUpToDate()
  const names = async (db: Database, engine: 'sqlite' | 'postgres') =>
    (await readColumns(db, engine)).map(({ name }) => name).sort()
  const other = openSqlite(':memory:')
  await migrate(other, 'sqlite')

  expect(await withRaw((db) => names(db, database.options.kind))).toEqual(await names(other, 'sqlite'))
  await other.destroy()
})

test("a newer version's breaking migration is rejected with an error that names it", async () => {
  await bringUpToDate()
  await migrateOn({ name: '9999-future', isBreaking: true, up: async () => {} })
  const before = await ran()

  const start = createDatabase(database.options)
  await expect(start).rejects.toThrow(StartupProblem)
  await expect(start).rejects.toThrow(
    'The database was written by a newer version of Framelight (it has 9999-future). Start that version.',
  )
  expect(await ran()).toEqual(before)
})

test('a failed migration is rolled back, and the next start can succeed', async () => {
  // This table conflicts with the last table of the first migration.
  await withRaw((db) => sql`create table tasks (something integer)`.execute(db))

  const start = createDatabase(database.options)
  await expect(start).rejects.toThrow(StartupProblem)
  await expect(start).rejects.toThrow(
    /^The migration 0001-foundation failed and was rolled back \(.*tasks.*\)\. Start the previous version/,
  )
  expect(await tables()).toEqual(['tasks'])

  await withRaw((db) => sql`drop table tasks`.execute(db))
  await bringUpToDate()
  expect(await tables()).toContain('users')
})

/** Migrates like a starting node. Does nothing on SQLite, which has no statement timeouts and no other clients. */
const migrateOnServer = async (...steps: Migration[]) => {
  if (database.options.kind !== 'postgres') return
  const db = openPostgresWithoutTimeouts(database.options)
  await migrate(db, 'postgres', [...migrations, ...steps]).finally(() => db.destroy())
}

test('migrations run without statement timeouts and build valid indexes', async () => {
  await bringUpToDate()
  const limits: string[] = []
  const look: Migration = {
    name: '9997-look',
    async up(db) {
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)
      limits.push(rows[0]?.limit ?? '')
    },
  }
  if (database.options.kind !== 'postgres') return
  await withRaw((db) => sql.raw(`alter database ${database.name} set statement_timeout = '5s'`).execute(db))
  await migrateOnServer(look, addMood, moodIndex)
  expect(limits).toEqual(['0'])
  const valid = sql<{
    valid: boolean
  }>`select indisvalid as valid from pg_index where indexrelid = 'links_by_mood'::regclass`
  expect((await withRaw((db) => valid.execute(db))).rows).toEqual([{ valid: true }])
})

test('an interrupted index is rebuilt', async () => {
  await bringUpToDate()
  await migrateOnServer(addMood)
  if (database.options.kind !== 'postgres') return
  await withRaw(async (db) => {
    await sql`create index links_by_mood on links (mood)`.execute(db)
    await sql`update pg_index set indisvalid = false where indexrelid = 'links_by_mood'::regclass`.execute(db)
  })
  await Promise.all([migrateOnServer(addMood, moodIndex), migrateOnServer(addMood, moodIndex)])
  const valid = sql<{
    valid: boolean
  }>`select indisvalid as valid from pg_index where indexrelid = 'links_by_mood'::regclass`
  expect((await withRaw((db) => valid.execute(db))).rows).toEqual([{ valid: true }])
})

test("a migration that waits for a table lock doesn't block readers for long", async () => {
  await bringUpToDate()
  if (database.options.kind !== 'postgres') return
  await withRaw(async (db) => {
    const read = () => db.selectFrom('links').select('id').execute()
    const migrating = await db.transaction().execute(async (tx) => {
      // A long transaction blocks the migration, which in turn could block all other clients.
      await tx.selectFrom('links').select('id').execute()
      const begun = migrateOnServer(addMood)
      await delay(300)
      // Without a limit on its wait, this would hang.
      await read()
      return { begun }
    })
    await migrating.begun
    expect((await readColumns(db, 'postgres')).map(({ name }) => name)).toContain('links.mood')
  })
})
