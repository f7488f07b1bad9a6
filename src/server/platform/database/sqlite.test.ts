import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

test('SQLite keeps a log that we flush, foreign keys are enforced, and SQLite itself never waits', async () => {
  expect(await setting('journal_mode')).toBe('wal')
  expect(await setting('synchronous')).toBe(1)
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

describe('the flush of the write-ahead log', () => {
  /** Flushes wait until the test ends them. */
  function openWithHeldFlushes() {
    const flushes: PromiseWithResolvers<void>[] = []
    const flushFile = () => {
      const flush = Promise.withResolvers<void>()
      flushes.push(flush)
      return flush.promise
    }
    const held = openSqlite(join(dir, 'framelight.db'), { flushFile })
    const insert = (text: string, tx: Database = held) => sql`insert into notes values (${text})`.execute(tx)
    /** Waits until the `n`th flush has started. */
    const flushed = (n: number) => vi.waitUntil(() => flushes[n], { interval: 1 })
    return { held, flushes, insert, flushed }
  }

  const isSettled = async (promise: Promise<unknown>) => {
    const never = Symbol('never')
    return (await Promise.race([promise.catch(() => {}), delay(20, never)])) !== never
  }

  test('a write resolves once it has been flushed, and reads never wait', async () => {
    const { held, insert, flushed } = openWithHeldFlushes()
    const write = insert('one')
    const commit = held.transaction().execute((tx) => insert('two', tx))
    const first = await flushed(0)
    expect((await sql`select text from notes`.execute(held)).rows).toHaveLength(2)
    expect([await isSettled(write), await isSettled(commit)]).toEqual([false, false])
    first.resolve()
    await write
    ;(await flushed(1)).resolve()
    await commit
    await held.destroy()
  })

  test('writes during a flush share the next one', async () => {
    const { held, flushes, insert, flushed } = openWithHeldFlushes()
    const early = insert('early')
    const first = await flushed(0)
    const late = Promise.all([insert('a'), insert('b'), insert('c')])
    first.resolve()
    await early
    expect(await isSettled(late)).toBe(false)
    ;(await flushed(1)).resolve()
    await late
    expect(flushes).toHaveLength(2)
    await held.destroy()
  })

  test('after a failed flush, the database is unavailable until a restart', async () => {
    const { held, flushes, insert, flushed } = openWithHeldFlushes()
    const commit = held.transaction().execute((tx) => insert('one', tx))
    const first = await flushed(0)
    const other = held.transaction().execute(async (tx) => {
      await insert('two', tx)
      first.reject(new Error('EIO'))
      await commit.catch(() => {})
      await insert('three', tx)
    })
    const problems = await Promise.allSettled([
      commit,
      other,
      insert('four'),
      sql`select text from notes`.execute(held),
    ])
    expect(problems.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
    for (const problem of problems) expect(isDatabaseUnavailable((problem as PromiseRejectedResult).reason)).toBe(true)
    expect(flushes).toHaveLength(1)
    await held.destroy()
    // Another transaction's commit isn't rolled back by the failed one.
    expect(await countNotes()).toEqual({ count: 3 })
  })
})

describe('many transactions at the same time', () => {
  /** Returns the numbers of the transactions that began in each turn of the event loop. */
  async function runTogether(count: number) {
    let begun: number[] = []
    const work = Array.from({ length: count }, (_, n) =>
      db.transaction().execute(async (tx) => {
        begun.push(n)
        await sql`insert into notes values (${n})`.execute(tx)
      }),
    )
    const turns: number[][] = []
    while (turns.flat().length < count) {
      await nextTurn()
      turns.push(begun)
      begun = []
    }
    await Promise.all(work)
    return turns
  }

  test('leave each turn of the event loop to others', async () => {
    const turns = await runTogether(50)
    expect(Math.max(...turns.map(({ length }) => length))).toBeLessThanOrEqual(2)
  })

  test('run in the order of their calls', async () => {
    const order = (await runTogether(50)).flat()
    expect(order).toEqual(order.toSorted((one, other) => one - other))
  })
})
