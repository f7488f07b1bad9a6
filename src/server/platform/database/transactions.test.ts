import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { withTransactions } from './transactions.ts'

function bind(db: Database) {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    insert: (id: string) =>
      db
        .insertInto('tasks')
        .values({ id, kind: 'counter', payload: '', attempts: 0, run_at: at, created_at: at })
        .execute(),

    async read(id: string) {
      const row = await db.selectFrom('tasks').select('attempts').where('id', '=', id).executeTakeFirst()
      return row?.attempts
    },

    async add(id: string, most = 1_000_000) {
      const result = await db
        .updateTable('tasks')
        .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
        .where('id', '=', id)
        .where('attempts', '<', most)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows === 1n
    },
  }
}

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let db: Database
const counters = () => withTransactions(db, bind)

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
  await counters().insert('visits')
})

test('a successful transaction is committed and returns its result', async () => {
  const result = await counters().transaction(async (tx) => {
    await tx.insert('images')
    await tx.add('images')
    return tx.read('images')
  })

  expect(result).toBe(1)
  expect(await counters().read('images')).toBe(1)
})

test('an error rolls back everything and reaches the caller', async () => {
  const work = counters().transaction(async (tx) => {
    await tx.insert('images')
    await tx.add('visits')
    throw new Error('changed my mind')
  })

  await expect(work).rejects.toThrow('changed my mind')
  expect(await counters().read('images')).toBeUndefined()
  expect(await counters().read('visits')).toBe(0)
})

test('a failing statement rolls back the earlier ones', async () => {
  const work = counters().transaction(async (tx) => {
    await tx.add('visits')
    await tx.insert('visits')
  })

  await expect(work).rejects.toThrow()
  expect(await counters().read('visits')).toBe(0)
})

test("a failed transaction doesn't affect the next one", async () => {
  for (let i = 0; i < 30; i++) {
    await expect(counters().transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  }
  expect(await counters().transaction((tx) => tx.add('visits'))).toBe(true)
})

test("fifty concurrent increments don't lose an update", async () => {
  const add = (_: unknown, index: number) =>
    counters().transaction(async (tx) => {
      await tx.add('visits')
      await tx.read('visits')
      // Every fifth increment rolls back, without affecting the others.
      if (index % 5 === 0) throw new Error('no')
    })
  const results = await Promise.allSettled(Array.from({ length: 50 }, add))

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40)
  expect(await counters().read('visits')).toBe(40)
})

test('fifty concurrent attempts to take ten slots succeed ten times', async () => {
  const taken = await Promise.all(
    Array.from({ length: 50 }, () => counters().transaction((tx) => tx.add('visits', 10))),
  )

  expect(taken.filter(Boolean)).toHaveLength(10)
  expect(await counters().read('visits')).toBe(10)
})

test("uncommitted changes aren't visible outside the transaction", async () => {
  let outside: Promise<number | undefined> | undefined
  const work = counters().transaction(async (tx) => {
    await tx.add('visits')
    expect(await tx.read('visits')).toBe(1)
    // Don't await this here: SQLite's only connection isn't free until the transaction ends.
    outside = counters().read('visits')
    await tx.read('visits')
    throw new Error('changed my mind')
  })

  await expect(work).rejects.toThrow('changed my mind')
  expect(await outside).toBe(0)
})

test('transactions and single statements can run concurrently', async () => {
  const work = Array.from({ length: 20 }, (_, index) =>
    index % 2 ? counters().transaction((tx) => tx.add('visits')) : counters().add('visits'),
  )

  expect(await Promise.all(work)).toEqual(Array(20).fill(true))
  expect(await counters().read('visits')).toBe(20)
})
