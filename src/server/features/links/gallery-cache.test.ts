import { beforeEach, expect, test } from 'vitest'
import type { Access } from '#server/features/access/link-access.ts'
import { createInvalidation } from '#server/platform/cache/invalidation.ts'
import { LazyPromise } from '#server/platform/concurrency/lazy-promise.ts'
import type { Link } from '#shared/links.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import { createGalleryCache, LinkChanged } from './gallery-cache.ts'
import type { LinkRecord } from './link-rows.ts'

const link = { id: 'a', slug: 'sea', updatedAt: '2026-01-01', mark: null } as LinkRecord
const visitor = { role: 'visitor', pass: undefined, sees: 'all', sections: null, may: { add: false } } as Access

let clock: ReturnType<typeof createStoppedClock>
let invalidation: ReturnType<typeof createInvalidation>
/** Each build of a gallery waits for `gate` and returns the value that `views` had when it started. */
let source: { views: number; builds: number; gate: Promise<void>; link: LinkRecord }
let galleries: ReturnType<typeof createGalleryCache>

beforeEach(() => {
  clock = createStoppedClock()
  invalidation = createInvalidation(clock, async () => [])
  source = { views: 1, builds: 0, gate: Promise.resolve(), link }
  galleries = createGalleryCache({
    findById: async () => source.link,
    findBySlug: async () => link,
    async present() {
      source.builds++
      const { views } = source
      await source.gate
      return { views, images: [] as Link['images'] } as Link
    },
    invalidation,
    clock,
  })
})

const views = async (isPage = false) => (await galleries.findGallery(link, visitor, { isPage })).shown.views
const isReady = (isPage: boolean, now = link, access = visitor) =>
  !(galleries.findGallery(now, access, { isPage }) instanceof LazyPromise)
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('after two seconds, a response waits for current view counts', async () => {
  await views()
  source.views = 2
  clock.advance(1500)
  expect(await views()).toBe(1)
  clock.advance(500)
  expect(await views()).toBe(2)
  expect(source.builds).toBe(2)
})

test('a page waits only if its gallery is a minute old, but the next one has current content', async () => {
  await views(true)
  source.views = 2
  clock.advance(59_000)
  expect(isReady(true)).toBe(true)
  await settle()
  expect(await views(true)).toBe(2)
  clock.advance(60_000)
  expect(isReady(true)).toBe(false)
})

test('a page leaves its gallery as it is while the content is recent', async () => {
  await views(true)
  clock.advance(40_000)
  expect(isReady(true)).toBe(true)
  await settle()
  expect(source.builds).toBe(1)
})

test('a gallery that is requested often is rebuilt before its responses have to wait', async () => {
  await views()
  clock.advance(1700)
  expect([isReady(false), isReady(false)]).toEqual([true, true])
  await settle()
  clock.advance(1500)
  expect(isReady(false)).toBe(true)
  expect(source.builds).toBe(2)
})

test('a failing rebuild in the background leaves the page available', async () => {
  await views(true)
  clock.advance(50_000)
  source.gate = Promise.reject(new Error('The database is down'))
  expect(isReady(true)).toBe(true)
  await settle()
  expect(isReady(true)).toBe(true)
  await expect(views()).rejects.toThrow('The database is down')
})

test.each<[string, LinkRecord, Access]>([
  ['the link changes', { ...link, updatedAt: '2026-01-02' }, visitor],
  ['the owner has a new name', { ...link, ownerName: 'Ada' }, visitor],
  ['the link has a new domain', { ...link, domain: 'photos.example.com' }, visitor],
  ['the photos are revealed', link, { ...visitor, sees: 'own' }],
  ['adding closes', link, { ...visitor, may: { ...visitor.may, add: true } }],
])('a page waits for a rebuild once %s', async (_, now, access) => {
  await views(true)
  expect(isReady(true, now, access)).toBe(false)
})

test('a gallery is never built for a link that has changed on another node', async () => {
  await views()
  source.link = { ...link, updatedAt: '2026-01-02' }
  clock.advance(2000)
  await expect(views()).rejects.toThrow(LinkChanged)
  expect(source.builds).toBe(1)
})

test('a rebuild that started before a change is repeated', async () => {
  let open = () => {}
  source.gate = new Promise((resolve) => {
    open = resolve
  })
  const before = views()
  await settle()
  source.views = 2
  clock.advance(1)
  invalidation.invalidate(link.id)
  clock.advance(1)
  const after = views()
  open()
  expect(await after).toBe(2)
  expect(await before).toBe(2)
  expect(await views()).toBe(2)
})
