import { expect, test } from 'vitest'
import { createBuilders } from '#test/support/builders.ts'
import { createOwnServer, createTestServer } from '#test/support/server.ts'
import { anIp, byImage, bySlug, chrome, createVisits } from '#test/support/visits.ts'
import { createVisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitCounter } from './visit-counter.service.ts'

const silent = { info: () => {}, warn: () => {}, error: () => {} }

test('two nodes count the same visitor once', async () => {
  const own = await createOwnServer()
  const { aTarget, visit, counted } = createVisits(own)
  const target = await aTarget()
  const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
  const aNode = () =>
    createVisitCounter({
      visits: createVisitCounterRepository(own.db),
      publicUrl: 'http://photos.test',
      clock: own.clock,
      log: silent,
    })
  const nodes = [aNode(), aNode()]
  for (const node of nodes) node.countVisit({ linkId: target._id, ownerId: target.owner.id }, visitor)
  await Promise.all(nodes.map((node) => node.flush()))
  await visit(bySlug, target, { from: visitor.ip })
  expect(await counted(target)).toEqual({ visits: 1, views: 0 })
})

test('counts are exact when two nodes count the same links concurrently', { timeout: 60_000 }, async () => {
  const first = await createOwnServer({ defaultPlan: 'gold' })
  const second = await createTestServer({ defaultPlan: 'gold' }, first)
  const { aTarget, visit, analyticsOf, allAnalytics } = createVisits(first)
  const owner = await createBuilders(first).aUser()
  const targets = [await aTarget(owner), await aTarget(owner), await aTarget(), await aTarget()]
  const [rounds, shared] = [25, anIp()]
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      [first, second].flatMap((at) =>
        targets.flatMap((target) => [
          visit(bySlug, target, { at, ref: `host-${round % 3}.example` }),
          visit(byImage, target, { at }),
          visit(bySlug, target, { at, from: shared }),
        ]),
      ),
    )
    // Reading analytics makes both nodes write their counts at the same time.
    await Promise.all([allAnalytics(owner, '', first), allAnalytics(owner, '', second)])
  }
  await allAnalytics(owner, '', second)
  await second.close()

  const mine = { visits: 2 * rounds + 1, visitors: 2 * rounds + 1, imageViews: 2 * rounds, downloads: 0 }
  const repeats = 2 * rounds - 1
  for (const target of targets) {
    const { totals, leftOut, referrers, images } = await analyticsOf(target)
    expect({ totals, leftOut }).toEqual({ totals: mine, leftOut: { bots: 0, owner: 0, repeats } })
    expect(images).toMatchObject([{ _id: target.imageId, views: 2 * rounds }])
    expect(referrers.map(({ visits }: { visits: number }) => visits)).toEqual([18, 16, 16])
  }
  const all = await allAnalytics(owner)
  expect(all.totals).toEqual({
    visits: 2 * mine.visits,
    visitors: 2 * mine.visitors,
    imageViews: 4 * rounds,
    downloads: 0,
  })
  expect(all.leftOut.repeats).toBe(2 * repeats)
})
