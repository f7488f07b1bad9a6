import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '#test/support/database.ts'
import { StartupProblem } from '../startup-problem.ts'
import { createDatabase, type Database, type DatabaseOptions } from './database.ts'
import { migrations } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.remove())

const open = (options: DatabaseOptions) =>
  options.kind === 'sqlite' ? openSqlite(options.file) : openPostgres(options.url)

/** Looks at the database as it is, without bringing it up to date. */
async function withRaw<T>(look: (db: Database) => Promise<T>) {
  const db = open(database.options)
  try {
    return await look(db)
  } finally {
    await db.destroy()
  }
}

const tables = () => withRaw(async (db) => (await db.introspection.getTables()).map(({ name }) => name).sort())

const ran = () =>
  withRaw(async (db) => (await sql<{ name: string; ran_at: string }>`select * from migrations`.execute(db)).rows)

const bringUpToDate = async () => (await createDatabase(database.options)).destroy()

/** Another node that starts: a process of its own, as in life. */
const startNode = () => {
  const script = `
    import { createDatabase } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))}
    await (await createDatabase(JSON.parse(process.argv[1]))).destroy()`
  const options = JSON.stringify(database.options)
  return promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script, options])
}

test('an empty database gets every table, and a note of what has run', async () => {
  await bringUpToDate()

  expect(await tables()).toEqual(
    expect.arrayContaining(['comments', 'images', 'links', 'migrations', 'tasks', 'users']),
  )
  expect((await ran()).map(({ name }) => name).sort()).toEqual(migrations.map(({ name }) => name).sort())
})

test('running again changes nothing', async () => {
  await bringUpToDate()
  const before = await ran()
  await bringUpToDate()

  expect(await ran()).toEqual(before)
})

test.each([2, 8])(
  '%i nodes that start at once end with one set of tables, and none fails',
  async (count) => {
    await Promise.all(Array.from({ length: count }, startNode))

    expect((await ran()).map(({ name }) => name).sort()).toEqual(migrations.map(({ name }) => name).sort())
    expect(await tables()).toContain('tasks')
  },
  60_000,
)

test('a database that a newer version has written is refused in a sentence that names what is unknown', async () => {
  await bringUpToDate()
  await withRaw((db) => sql`insert into migrations (name, ran_at) values ('9999-future', '2099')`.execute(db))
  const before = await ran()

  const start = createDatabase(database.options)
  await expect(start).rejects.toThrow(StartupProblem)
  await expect(start).rejects.toThrow(
    'The database was written by a newer Framelight (it has 9999-future): start that one.',
  )
  expect(await ran()).toEqual(before)
})

test('a step that fails leaves the database as it was, and the next start can succeed', async () => {
  // The last table of the first migration stands in its way.
  await withRaw((db) => sql`create table tasks (something integer)`.execute(db))

  await expect(createDatabase(database.options)).rejects.toThrow(/tasks/)
  expect(await tables()).toEqual(['tasks'])

  await withRaw((db) => sql`drop table tasks`.execute(db))
  await bringUpToDate()
  expect(await tables()).toContain('users')
})

test('migrations have names in the order they run, and no two the same', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort())
  for (const name of names) expect(name).toMatch(/^\d{4}-[a-z-]+$/)
})
