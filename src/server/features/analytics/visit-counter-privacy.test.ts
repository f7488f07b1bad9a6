import { expect, test } from 'vitest'
import { createOwnServer, type TestServer } from '#test/support/server.ts'
import { anIp, bySlug, chrome, createVisits, ways } from '#test/support/visits.ts'
import { createVisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitCounter } from './visit-counter.service.ts'

async function dump({ db }: TestServer) {
  const tables: string[] = []
  for (const { name } of await db.introspection.getTables()) {
    const rows = await db
      .selectFrom(name as 'links')
      .selectAll()
      .execute()
    tables.push(`${name}: ${JSON.stringify(rows)}`)
  }
  return tables
}

test("a visitor's IP address and browser aren't stored or logged", async () => {
  const own = await createOwnServer()
  const { aTarget, visit, counted } = createVisits(own)
  const target = await aTarget()
  const visitor = { from: '203.0.113.77', userAgent: `${chrome} Rare/77.77` }
  for (const way of ways) await visit(way, target, visitor)
  expect(await counted(target)).toEqual({ visits: 1, views: 1 })

  const tables = await dump(own)
  expect(tables.join('\n')).toContain(target.slug)
  expect(tables.find((table) => table.startsWith('recent_visitors'))).toContain('seen_until')
  const kept = [...tables, ...own.logLines].filter((text) => /203\.0\.113|Mozilla|Chrome\/141|Rare/.test(text))
  expect(kept).toEqual([])
})

const silent = { info: () => {}, warn: () => {}, error: () => {} }

const midnight = Date.parse('2027-03-01T00:00:00Z')

test('half an hour after a day ends, its salt and visitor keys are deleted', async () => {
  const own = await createOwnServer()
  const target = await createVisits(own).aTarget()
  let now = midnight - 60_000
  const clock = { now: () => new Date(now), monotonicMs: () => now }
  const counter = createVisitCounter({
    visits: createVisitCounterRepository(own.db),
    publicUrl: 'http://photos.test',
    clock,
    log: silent,
  })
  const keys = () => own.db.selectFrom('recent_visitors').selectAll().execute()
  const salts = async () => (await own.db.selectFrom('visitor_salts').select('day').execute()).map(({ day }) => day)
  await own.db.deleteFrom('visitor_salts').execute()
  const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
  counter.countVisit({ linkId: target._id, ownerId: target.owner.id }, visitor)
  await counter.flush()
  expect(await keys()).toHaveLength(1)

  now = midnight + 29 * 60_000
  await counter.forget()
  expect(await keys()).toHaveLength(1)
  expect((await salts()).sort()).toEqual(['2027-02-28', '2027-03-01'])

  now = midnight + 31 * 60_000
  counter.countVisit({ linkId: target._id, ownerId: target.owner.id }, visitor)
  await counter.flush()
  expect(await keys()).toHaveLength(2)
  await counter.forget()
  expect(await keys()).toHaveLength(1)
  expect(await salts()).toEqual(['2027-03-01'])
})

test("a visitor who returns just after midnight isn't counted again on any node", async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget } = createVisits(own)
  const target = await aTarget()
  let now = midnight - 10 * 60_000
  const clock = { now: () => new Date(now), monotonicMs: () => now }
  const repository = createVisitCounterRepository(own.db)
  const aNode = () => createVisitCounter({ visits: repository, publicUrl: 'http://photos.test', clock, log: silent })
  const nodes = [aNode(), aNode()]
  const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
  const visit = async (node: (typeof nodes)[0] | undefined) => {
    await node?.flush()
    node?.countVisit({ linkId: target._id, ownerId: target.owner.id }, visitor)
    await node?.flush()
  }
  const counters = async () => {
    const rows = own.db.selectFrom('counter_snapshots').select(['visits', 'visitors', 'repeats'])
    return rows.where('link_id', '=', target._id).orderBy('hour', 'desc').limit(1).executeTakeFirst()
  }
  await visit(nodes[0])
  expect(await counters()).toEqual({ visits: 1, visitors: 1, repeats: 0 })
  now = midnight + 5 * 60_000
  for (const node of nodes) await visit(node)
  expect(await counters()).toEqual({ visits: 1, visitors: 1, repeats: 2 })
  now = midnight + 21 * 60_000
  for (const node of nodes) await visit(node)
  expect(await counters()).toEqual({ visits: 2, visitors: 2, repeats: 3 })
})

test('only the host of a referrer is stored', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, visit, analyticsOf } = createVisits(own)
  const target = await aTarget()
  for (const ref of ['news.example', 'NEWS.example', 'news.example:8443', 'blog.example']) {
    await visit(bySlug, target, { ref })
  }
  for (const ref of [
    'photos.test',
    '',
    'https://secret.example/path?token=1',
    '<script>',
    'localhost',
    'x'.repeat(400),
  ]) {
    expect(await visit(bySlug, target, { ref })).toBe(200)
  }
  const { totals, referrers } = await analyticsOf(target)
  expect(totals.visits).toBe(10)
  expect(referrers).toEqual([
    { host: 'news.example', visits: 3 },
    { host: 'blog.example', visits: 1 },
  ])
})
