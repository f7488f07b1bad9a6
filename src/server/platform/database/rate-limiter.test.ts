import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createStoppedClock } from '#test/support/clock.ts'
import { createMigratedDatabase } from '#test/support/database.ts'
import { minutes } from '../clock.ts'
import { createSigner } from '../crypto/tokens.ts'
import { createDatabase, type Database } from './database.ts'
import { createDatabaseRateLimiter } from './rate-limiter.ts'
import { createSharedJobs } from './shared-jobs.ts'

let database: Awaited<ReturnType<typeof createMigratedDatabase>>
let nodes: [Database, Database, Database]

beforeAll(async () => {
  database = await createMigratedDatabase()
  const open = () => createDatabase(database.options)
  nodes = [await open(), await open(), await open()]
})
beforeEach(() => nodes[0].deleteFrom('rate_limits').execute())
afterAll(async () => {
  for (const db of nodes) await db.destroy()
  await database.remove()
})

const signer = createSigner(['a-secret-of-all-nodes'])
const clock = createStoppedClock('2030-01-01T12:00:00.000Z')
const limitsOf = (db: Database) => createDatabaseRateLimiter({ db, clock, signer })
const tenIn15 = { name: 'tries', limit: 10, windowMs: minutes(15) }
const three = () => nodes.map((db) => limitsOf(db).define(tenIn15))

test("forty concurrent attempts on three nodes can't exceed a limit of ten", async () => {
  const limits = three()
  const taken = await Promise.all(Array.from({ length: 40 }, (_, n) => limits[n % 3]?.take('ann')))

  expect(taken.filter((each) => each?.retryAfterSeconds === 0)).toHaveLength(10)
  expect(taken.filter((each) => each?.retryAfterSeconds === 900)).toHaveLength(30)
})

test("checking a limit returns the same on every node and doesn't count as an attempt", async () => {
  const [one, other] = three()
  for (let n = 0; n < 9; n++) await one?.take('ann')
  for (let n = 0; n < 5; n++) expect(await other?.retryAfterSeconds('ann')).toBe(0)
  await other?.take('ann')

  expect([await one?.retryAfterSeconds('ann'), await other?.retryAfterSeconds('bob')]).toEqual([900, 0])
  clock.advance(minutes(15))
  expect(await one?.retryAfterSeconds('ann')).toBe(0)
})

test('resetting a key on one node resets it on all nodes', async () => {
  const [one, other] = three()
  for (const key of ['ann', 'bob']) for (let n = 0; n < 10; n++) await one?.take(key)
  await other?.forget('ann')

  expect((await one?.take('ann'))?.count).toBe(1)
  expect(await one?.retryAfterSeconds('bob')).toBe(900)
})

test('the networks in a /56 share twice the limit, and those in a /48 three times', async () => {
  const [one, other] = three()
  const takeFrom = async (group: number, times: number) => {
    const key = `link 2001:db8:1:${group.toString(16)}::/64`
    const waits: number[] = []
    for (let n = 0; n < times; n++) waits.push((await (n % 2 ? one : other)?.take(key))?.retryAfterSeconds ?? -1)
    return waits.filter((wait) => wait === 0).length
  }
  expect([await takeFrom(0, 12), await takeFrom(1, 8), await takeFrom(2, 8)]).toEqual([10, 8, 2])
  expect([await takeFrom(0x100, 8), await takeFrom(0x200, 8)]).toEqual([8, 2])
  expect(await one?.retryAfterSeconds('link 2001:db8:1:300::/64')).toBe(900)
  expect(await one?.retryAfterSeconds('link 2001:db8:2:300::/64')).toBe(0)
})

test('giving back an attempt also lowers the counts of the wider networks', async () => {
  const [one] = three()
  for (let n = 0; n < 100; n++) {
    const key = `2001:db8:1:${n.toString(16)}::/64`
    expect((await one?.take(key))?.retryAfterSeconds).toBe(0)
    await one?.giveBack(key)
  }
})

test('an amount is given back as a whole, and only in the window that counted it', async () => {
  const [one, other] = three()
  const taken = await one?.take('ann', 4)
  await other?.take('ann', 3)
  await taken?.giveBack()
  expect((await other?.take('ann', 7))?.count).toBe(10)

  const refused = await one?.take('ann', 2)
  await refused?.giveBack()
  expect(await one?.retryAfterSeconds('ann')).toBe(900)

  const late = await one?.take('bob', 5)
  clock.advance(minutes(15))
  expect((await other?.take('bob', 6))?.count).toBe(6)
  await late?.giveBack()
  expect((await other?.take('bob'))?.count).toBe(7)
})

function aJobOf({ isAlone = false, fails = false } = {}) {
  const done: number[] = []
  const runs = nodes.map((db, node) =>
    createSharedJobs({ rateLimiter: limitsOf(db), isAlone }).once('clearing', minutes(60), async () => {
      done.push(node)
      if (fails) throw new Error('the storage is down')
    }),
  )
  return { done, runs, all: () => Promise.allSettled(runs.map((run) => run())) }
}

test("a shared job runs on one node each time it's due", async () => {
  const { done, all } = aJobOf()
  await all()
  await all()
  expect(done).toHaveLength(1)
  clock.advance(minutes(60))
  await all()
  expect(done).toHaveLength(2)
})

test('the node that ran last can run again slightly early', async () => {
  const { done, runs } = aJobOf()
  await runs[0]?.()
  clock.advance(minutes(60) - 5)
  await runs[0]?.()
  expect(done).toEqual([0, 0])
})

test('if a shared job fails on one node, another node can run it', async () => {
  const { done, runs } = aJobOf({ fails: true })
  await expect(runs[0]?.()).rejects.toThrow('the storage is down')
  await expect(runs[1]?.()).rejects.toThrow('the storage is down')
  expect(done).toEqual([0, 1])
})

test('a single node always runs the shared job', async () => {
  const { done, runs } = aJobOf({ isAlone: true })
  await runs[0]?.()
  await runs[0]?.()
  expect(done).toEqual([0, 0])
})
