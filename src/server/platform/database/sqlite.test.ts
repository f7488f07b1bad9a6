import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'
import { openSqlite } from './sqlite.ts'

let dir: string
let db: Database

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sqlite-'))
  db = openSqlite(join(dir, 'framelight.db'))
  await sql`create table notes (text text)`.execute(db)
})
afterEach(async () => {
  await db.destroy()
  rmSync(dir, { recursive: true })
})

const setting = async (name: string) => {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db)
  return Object.values(rows[0] ?? {})[0]
}

const countNotes = async () => (await sql<{ count: number }>`select count(*) as count from notes`.execute(db)).rows[0]

test('commits are durable, foreign keys are enforced, and SQLite itself never waits', async () => {
  expect(await setting('journal_mode')).toBe('wal')
  expect(await setting('synchronous')).toBe(2)
  expect(await setting('foreign_keys')).toBe(1)
  expect(await setting('busy_timeout')).toBe(0)
})

test('a full disk rolls back the transaction and counts as unavailable', async () => {
  await sql`pragma max_page_count = 20`.execute(db)
  const work = db.transaction().execute(async (tx) => {
    for (let i = 0; i < 100; i++) await sql`insert into notes values (${'x'.repeat(3000)})`.execute(tx)
  })
  const problem = await work.catch((error: unknown) => error)

  expect(await countNotes()).toEqual({ count: 0 })
  expect(problem).toMatchObject({ message: 'database or disk is full' })
  expect(isDatabaseUnavailable(problem)).toBe(true)
})

test('more statements than fit into the cache can run', async () => {
  for (let i = 0; i < 600; i++) await sql`${sql.raw(`insert into notes values ('${i}')`)}`.execute(db)
  expect(await countNotes()).toEqual({ count: 600 })
})

test('a cached statement returns columns added later', async () => {
  const read = () => sql`select * from notes`.execute(db)
  await sql`insert into notes values ('hello')`.execute(db)
  expect((await read()).rows).toEqual([{ text: 'hello' }])

  await sql`alter table notes add column author text`.execute(db)
  expect((await read()).rows).toEqual([{ text: 'hello', author: null }])
})
