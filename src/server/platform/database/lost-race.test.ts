import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMigratedDatabase } from '#test/support/database.ts'
import { createDatabase, type Database } from './database.ts'
import { isLostRace } from './lost-race.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

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

const at = '2026-01-01T00:00:00.000Z'
const ann = { id: 'ann', name: 'Ann', email: 'ann@example.com', password_hash: '', created_at: at }

const caught = async (work: Promise<unknown>) => {
  const [result] = await Promise.allSettled([work])
  if (result.status === 'fulfilled') throw new Error('Nothing was thrown')
  return result.reason
}

test('a row whose owner was deleted meanwhile lost a race, and the database is well', async () => {
  await db.insertInto('users').values(ann).execute()
  await db.deleteFrom('users').where('id', '=', ann.id).execute()
  const problem = await caught(db.insertInto('usage').values({ user_id: ann.id, links: 0, images: 0 }).execute())

  expect(isLostRace(problem)).toBe(true)
  expect(isDatabaseUnavailable(problem)).toBe(false)
})

test('so did one inside a transaction, and the next one works', async () => {
  const work = db.transaction().execute(async (tx) => {
    await tx.insertInto('users').values(ann).execute()
    await tx.insertInto('usage').values({ user_id: 'bob', links: 0, images: 0 }).execute()
  })

  expect(isLostRace(await caught(work))).toBe(true)
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
})

test('a row that is there already, or a statement that is wrong, is something else', async () => {
  await db.insertInto('users').values(ann).execute()
  const twice = await caught(db.insertInto('users').values(ann).execute())
  const wrong = await caught(
    db
      .selectFrom('nothing' as 'users')
      .selectAll()
      .execute(),
  )

  expect([isLostRace(twice), isLostRace(wrong)]).toEqual([false, false])
})

test.each([[undefined], [null], ['23503'], [new Error('23503')], [{ code: 23503 }], [{ errcode: 19 }]])(
  '%o is no lost race',
  (thrown) => {
    expect(isLostRace(thrown)).toBe(false)
  },
)
