import { expect, test } from 'vitest'
import { hourOf } from '#server/platform/local-days.ts'
import { createBuilders } from '#test/support/builders.ts'
import { useServer } from '#test/support/use-server.ts'
import { anIp, chrome } from '#test/support/visits.ts'
import { createAnalyticsRepository } from './analytics.repository.ts'
import { allLinks } from './analytics.tables.ts'
import { createTopImages } from './top-images.ts'
import { createVisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitCounter } from './visit-counter.service.ts'

const { server } = useServer({ defaultPlan: 'gold' })

const start = Date.parse('2026-11-19T12:00:00.000Z')
const hour = 3_600_000

/** An account with two links, whose top images are read with and without what earlier reads cached. */
async function arrange() {
  let now = start
  const clock = { now: () => new Date(now), monotonicMs: () => now }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const visits = createVisitCounterRepository(server.db)
  const counter = createVisitCounter({ visits, publicUrl: 'http://photos.test', clock, log })
  const build = createBuilders(server)
  const owner = await build.aUser()
  const [link, other] = [await build.aLink({ owner }), await build.aLink({ owner })]

  const analytics = createAnalyticsRepository(server.db)
  const kinds: string[] = []
  const listTopImages = createTopImages({
    clock,
    analytics: {
      listViewedImages(subject) {
        kinds.push('views')
        return analytics.listViewedImages(subject)
      },
      listViewedImagesSince(subject, since) {
        kinds.push('snapshots')
        return analytics.listViewedImagesSince(subject, since)
      },
    },
  })
  const subject = { userId: owner.id, linkId: allLinks }
  return {
    owner,
    link,
    other,
    anImage: async (of = link) => (await build.anImage({ link: of }))._id as string,
    async view(imageId: string, count: number, of = link) {
      for (let n = 0; n < count; n++) {
        const visitor = { ip: anIp(), userAgent: chrome, userId: undefined, purpose: undefined }
        counter.countView({ linkId: of._id, ownerId: owner.id, imageId }, visitor)
      }
      await counter.flush()
    },
    pass(hours: number) {
      now += hours * hour
    },
    /** Returns the views by image, in order, and which queries the read needed. */
    async top({ since = hourOf(start), limit = 10, linkId = allLinks } = {}) {
      kinds.length = 0
      const cached = await listTopImages({ ...subject, linkId }, since, limit)
      const read = [...kinds]
      const fresh = await createTopImages({ analytics, clock })({ ...subject, linkId }, since, limit)
      expect(cached).toEqual(fresh)
      return { views: cached.map(({ id, views }) => [id, views]), read }
    },
  }
}

test('later views are added to cached snapshots', async () => {
  const { anImage, view, pass, top } = await arrange()
  const [old, fresh] = [await anImage(), await anImage()]
  await view(old, 3)
  pass(2)
  const since = hourOf(start) + 1
  expect(await top({ since })).toEqual({ views: [], read: ['snapshots'] })

  pass(1)
  await view(old, 2)
  expect(await top({ since })).toEqual({ views: [[old, 2]], read: ['views'] })
  await view(fresh, 4)
  expect(await top({ since })).toEqual({
    views: [
      [fresh, 4],
      [old, 2],
    ],
    read: ['views', 'snapshots'],
  })
  pass(24)
  await view(old, 5)
  expect(await top({ since })).toEqual({
    views: [
      [old, 7],
      [fresh, 4],
    ],
    read: ['views'],
  })
  expect((await top()).views).toEqual([
    [old, 10],
    [fresh, 4],
  ])
})

test('images that were deleted, restored or moved are read again', async () => {
  const { owner, link, other, anImage, view, pass, top } = await arrange()
  const [one, two] = [await anImage(), await anImage()]
  await view(one, 1)
  await view(two, 2)
  pass(2)
  await top()
  await top({ linkId: other._id })

  await server.del(`/api/images/${two}`, undefined, { token: owner.token })
  expect((await top()).views).toEqual([[one, 1]])
  await server.post('/api/trash/restore', { imageIds: [two] }, { token: owner.token })
  expect((await top()).views).toEqual([
    [two, 2],
    [one, 1],
  ])
  const move = { action: 'move', imageIds: [one], linkId: other._id }
  await server.post('/api/images/bulk', move, { token: owner.token })
  expect((await top({ linkId: other._id })).views).toEqual([[one, 1]])
  await server.del(`/api/links/${link._id}`, undefined, { token: owner.token })
  expect((await top()).views).toEqual([[one, 1]])
})

test('a period that starts in the next half hour is not cached', async () => {
  const { anImage, view, pass, top } = await arrange()
  const image = await anImage()
  await view(image, 1)
  const since = hourOf(start) + 1
  expect(await top({ since })).toEqual({ views: [], read: ['snapshots'] })
  await view(image, 3)
  pass(1)
  await view(image, 1)
  expect((await top({ since })).views).toEqual([[image, 1]])
})

test('images with the same number of views are sorted by ID, up to the limit', async () => {
  const { anImage, view, pass, top } = await arrange()
  const images = await Promise.all([1, 1, 1, 2, 2, 3].map(async (count) => ({ id: await anImage(), count })))
  for (const { id, count } of images) await view(id, count)
  pass(2)
  const sorted = images.toSorted((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1))
  for (const limit of [1, 2, 4, 6, 10]) {
    expect((await top({ limit })).views).toEqual(sorted.slice(0, limit).map(({ id, count }) => [id, count]))
  }
})
