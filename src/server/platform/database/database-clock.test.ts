import { expect, test } from 'vitest'
import { createDatabaseClock } from './database-clock.ts'

const hour = 3_600_000

function aNode(aheadMs: number) {
  const database = { ms: Date.parse('2027-06-14T10:00:00.000Z') }
  const local = { now: () => new Date(database.ms + aheadMs), monotonicMs: () => 0 }
  const log = { info() {}, warn() {}, error() {} }
  return { database, ...createDatabaseClock({ readTime: async () => database.ms, local, log }) }
}

test.each([-2 * hour, 2 * hour])('a node whose clock differs by %d ms uses the time of the database', async (ahead) => {
  const { clock, sync, database } = aNode(ahead)
  await sync()
  expect(clock.now().getTime()).toBe(database.ms)
  database.ms += hour
  expect(clock.now().getTime()).toBe(database.ms)
})

test("a small difference isn't corrected", async () => {
  const { clock, sync, database } = aNode(100)
  await sync()
  expect(clock.now().getTime()).toBe(database.ms + 100)
})
