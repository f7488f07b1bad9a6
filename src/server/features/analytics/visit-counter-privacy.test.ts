import { expect, test } from 'vitest'
import { minutes } from '#server/platform/clock.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { anAddress, bySlug, chrome, createLooks, ways } from '#test/support/looks.ts'
import { createOwnServer, type TestServer } from '#test/support/server.ts'
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

test('of a visitor neither address nor browser is kept', async () => {
  const own = await createOwnServer()
  const { aTarget, look, counted } = createLooks(own)
  const target = await aTarget()
  const visitor = { from: '203.0.113.77', userAgent: `${chrome} Rare/77.77` }
  for (const way of ways) await look(way, target, visitor)
  expect(await counted(target)).toEqual({ visits: 1, views: 1 })

  const tables = await dump(own)
  expect(tables.join('\n')).toContain(target.slug)
  expect(tables.find((table) => table.startsWith('recent_visitors'))).toContain('seen_until')
  const kept = [...tables, ...own.logLines].filter((text) => /203\.0\.113|Mozilla|Chrome\/141|Rare/.test(text))
  expect(kept).toEqual([])
})

const silent = { info: () => {}, warn: () => {}, error: () => {} }

const midnight = Date.parse('2027-03-01T00:00:00Z')

test('salt and marks of a day are gone half an hour after its end', async () => {
  const own = await createOwnServer()
  const target = await createLooks(own).aTarget()
  const clock = createStoppedClock(midnight - minutes(1))
  const visits = createVisitCounter({
    visits: createVisitCounterRepository(own.db),
    publicUrl: 'http://photos.test',
    clock,
    log: silent,
  })
  const marks = () => own.db.selectFrom('recent_visitors').selectAll().execute()
  const salts = async () => (await own.db.selectFrom('visitor_salts').select('day').execute()).map(({ day }) => day)
  await own.db.deleteFrom('visitor_salts').execute()
  const visitor = { ip: anAddress(), userAgent: chrome, userId: undefined, purpose: undefined }
  visits.countVisit(target._id, target.owner.id, visitor)
  await visits.settle()
  expect(await marks()).toHaveLength(1)

  clock.advance(minutes(30))
  await visits.forget()
  expect(await marks()).toHaveLength(1)
  expect((await salts()).sort()).toEqual(['2027-02-28', '2027-03-01'])

  clock.advance(minutes(2))
  visits.countVisit(target._id, target.owner.id, visitor)
  await visits.settle()
  expect(await marks()).toHaveLength(2)
  await visits.forget()
  expect(await marks()).toHaveLength(1)
  expect(await salts()).toEqual(['2027-03-01'])
})

test('whoever came just before midnight is a repeat just after it, on every node, and a visitor of the new day later', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget } = createLooks(own)
  const target = await aTarget()
  const clock = createStoppedClock(midnight - minutes(10))
  const repository = createVisitCounterRepository(own.db)
  const aNode = () => createVisitCounter({ visits: repository, publicUrl: 'http://photos.test', clock, log: silent })
  const nodes = [aNode(), aNode()]
  const visitor = { ip: anAddress(), userAgent: chrome, userId: undefined, purpose: undefined }
  const visit = async (node: (typeof nodes)[0] | undefined) => {
    await node?.settle()
    node?.countVisit(target._id, target.owner.id, visitor)
    await node?.settle()
  }
  const counters = async () => {
    const rows = own.db.selectFrom('readings').select(['visits', 'visitors', 'repeats'])
    return rows.where('link_id', '=', target._id).orderBy('hour', 'desc').limit(1).executeTakeFirst()
  }
  await visit(nodes[0])
  expect(await counters()).toEqual({ visits: 1, visitors: 1, repeats: 0 })
  clock.advance(minutes(15))
  for (const node of nodes) await visit(node)
  expect(await counters()).toEqual({ visits: 1, visitors: 1, repeats: 2 })
  clock.advance(minutes(16))
  for (const node of nodes) await visit(node)
  expect(await counters()).toEqual({ visits: 2, visitors: 2, repeats: 3 })
})

test('a browser says where it came from, and only the host of it is kept', async () => {
  const own = await createOwnServer({ defaultPlan: 'gold' })
  const { aTarget, look, analyticsOf } = createLooks(own)
  const target = await aTarget()
  for (const ref of ['news.example', 'NEWS.example', 'news.example:8443', 'blog.example']) {
    await look(bySlug, target, { ref })
  }
  for (const ref of [
    'photos.test',
    '',
    'https://secret.example/path?token=1',
    '<script>',
    'localhost',
    'x'.repeat(400),
  ]) {
    expect(await look(bySlug, target, { ref })).toBe(200)
  }
  const { totals, referrers } = await analyticsOf(target)
  expect(totals.visits).toBe(10)
  expect(referrers).toEqual([
    { host: 'news.example', visits: 3 },
    { host: 'blog.example', visits: 1 },
  ])
})
