import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { deleteInBatches } from './delete-in-batches.ts'

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

const marks = { table: 'recent_visitors', key: ['visitor_key'], where: sql`visitor_key <= 12`, limit: 5 } as const
const keysLeft = async () => {
  const rows = await db.selectFrom('recent_visitors').select('visitor_key').orderBy('visitor_key').execute()
  return rows.map((row) => Number(row.visitor_key))
}

test('rows are deleted in batches, and the event loop runs in between', async () => {
  const rows = Array.from({ length: 14 }, (_, n) => ({ visitor_key: n + 1, seen_until: 0 }))
  await db.insertInto('recent_visitors').values(rows).execute()
  let turns = 0
  const turn = () => {
    turns++
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  let steps = 0
  await deleteInBatches(db, { ...marks, key: [...marks.key] }, () => ++steps > 1)
  expect((await keysLeft()).length).toBe(14 - marks.limit)
  await deleteInBatches(db, { ...marks, key: [...marks.key] })
  clearImmediate(timer)
  expect(turns).toBeGreaterThanOrEqual(3)
  expect(await keysLeft()).toEqual([13, 14])
})
