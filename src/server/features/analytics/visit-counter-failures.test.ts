import { expect, test, vi } from 'vitest'
import { createOwnServer, createTestServer, type TestServer } from '#test/support/server.ts'
import { anIp, chrome, createVisits, ways } from '#test/support/visits.ts'
import { createVisitCounterRepository, type VisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitCounter } from './visit-counter.service.ts'

const breakCounting = ({ db }: TestServer) => db.schema.dropTable('recent_visitors').execute()
const repairCounting = ({ db }: TestServer) =>
  db.schema
    .createTable('recent_visitors')
    .addColumn('visitor_key', 'bigint', (column) => column.primaryKey())
    .addColumn('seen_until', 'bigint', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()

test("responses don't change when counting fails, and events are counted later", async () => {
  const own = await createOwnServer()
  const { aTarget, visit, counted, analyticsOf } = createVisits(own)
  const target = await aTarget()
  await breakCounting(own)
  const [first, second] = [anIp(), anIp()]
  for (const way of ways) expect(await visit(way, target, { from: first })).toBe(200)
  await vi.waitFor(() => expect(own.logLines.join()).toContain('a background job failed'))
  for (const way of ways) expect(await visit(way, target, { from: second })).toBe(200)
  expect(await visit(ways[0] as (typeof ways)[0], target, { userAgent: 'curl/8.5.0' })).toBe(200)
  expect(await counted(target)).toEqual({ visits: 0, views: 0 })

  await repairCounting(own)
  await vi.waitFor(async () => expect(await counted(target)).toEqual({ visits: 2, views: 2 }))
  expect((await analyticsOf(target)).leftOut).toEqual({ bots: 1, owner: 0, repeats: 4 })
})

test('the server can stop while counting fails', async () => {
  const own = await createTestServer()
  const { aTarget, visit } = createVisits(own)
  const target = await aTarget()
  await breakCounting(own)
  for (const way of ways) expect(await visit(way, target)).toBe(200)
  await expect(own.close()).resolves.toBeUndefined()
})

test('the number of events in memory is limited, and dropped events are logged', async () => {
  const own = await createOwnServer()
  const { aTarget } = createVisits(own)
  const target = await aTarget()
  const real = createVisitCounterRepository(own.db)
  let isDown = true
  const transaction: VisitCounterRepository['transaction'] = (work) =>
    isDown ? Promise.reject(new Error('The database is down')) : real.transaction(work)
  const warnings: object[] = []
  const log = { info: () => {}, warn: (details: object) => void warnings.push(details), error: () => {} }
  const counter = createVisitCounter({
    visits: { ...real, transaction },
    publicUrl: 'http://photos.test',
    clock: own.clock,
    log,
  })
  for (let n = 0; n < 100_250; n++) {
    const ip = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`
    counter.countVisit(
      { linkId: target._id, ownerId: target.owner.id },
      {
        ip,
        userAgent: chrome,
        userId: undefined,
        purpose: undefined,
      },
    )
  }
  await counter.flushCounts()
  isDown = false
  await vi.waitFor(async () => {
    await counter.flushCounts()
    const link = await own.db.selectFrom('links').select('visits').where('id', '=', target._id).executeTakeFirst()
    expect(link?.visits).toBe(100_000)
  })
  expect(warnings).toEqual([{ lost: 250 }])
}, 60_000)

test('showing counts to the owner writes visits, but not repeats', async () => {
  const own = await createOwnServer()
  const target = await createVisits(own).aTarget()
  const real = createVisitCounterRepository(own.db)
  let writes = 0
  const transaction: VisitCounterRepository['transaction'] = (work) => {
    writes++
    return real.transaction(work)
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const counter = createVisitCounter({
    visits: { ...real, transaction },
    publicUrl: 'http://photos.test',
    clock: own.clock,
    log,
  })
  const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
  const visit = () => counter.countVisit({ linkId: target._id, ownerId: target.owner.id }, visitor)
  // Loads the salt. Without one, repeats are only recognized when they're written.
  await counter.flush()
  visit()
  await counter.flushCounts()
  expect(writes).toBe(1)
  visit()
  await counter.flushCounts()
  expect(writes).toBe(1)
  await counter.flushAllCounts()
  expect(writes).toBe(2)
})
