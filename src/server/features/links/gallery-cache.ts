import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Access, isOpenToAll, type Pass, uncheckedAccess } from '#server/features/access/link-access.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import { LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { Link } from '#shared/links.ts'
import type { LinkRecord } from './link-rows.ts'

export type CachedJson = {
  body: Buffer
  /** Undefined if the body is too small to be worth compressing. */
  gzip: Buffer | undefined
}

/** A link as visitors without a session see it, both as an object and serialized. */
export type CachedGallery = CachedJson & {
  shown: Link
  /** Doesn't change when only the view counts change. */
  version: string
  /** Serializes only the images, on first use. */
  images: () => Promise<CachedJson>
}

/** Without a pass, `gallery` is only set if the link is public and wasn't read by an old slug. */
type Entry = { link: LinkRecord; gallery: CachedGallery | undefined; madeAt: number }

type Options = {
  findById: (id: string) => Promise<LinkRecord | undefined>
  findBySlug: (slug: string) => Promise<LinkRecord | undefined>
  present: (link: LinkRecord, access: Access) => Promise<Link>
  invalidation: Invalidation
  clock: Clock
}

/** Applies separately to public galleries and to galleries opened with a pass, which contain signed URLs. */
const maxBytes = 32 * 1024 * 1024

const minCompressedBytes = 1024

/** Galleries this old are rebuilt, to pick up changes that don't affect `updatedAt`, such as views. */
const maxContentAgeMs = 2000

/** Slugs can't contain spaces, so a prefixed ID can't collide with a slug. */
const idPrefix = 'id '

const compress = promisify(gzipCallback)

const withoutViews = (json: string) => json.replace(/"views":\d+/g, '')

/**
 * Caches links and their serialized galleries by slug and by ID. The link row is reread several times a second, to
 * detect when a link closes. The caller must check access for each request.
 */
export function createGalleryCache({ findById, findBySlug, present, invalidation, clock }: Options) {
  const anonymousAccess = (link: LinkRecord) => uncheckedAccess(link, undefined, clock.now())

  async function readById(id: string): Promise<Entry | undefined> {
    const link = await findById(id)
    if (!link) return undefined
    const bySlug = isOpenToAll(link, clock.now()) ? await cache.find(link.slug) : undefined
    return { link, gallery: bySlug?.gallery, madeAt: bySlug?.madeAt ?? clock.monotonicMs() }
  }

  async function read(key: string, before: Entry | undefined): Promise<Entry | undefined> {
    if (key.startsWith(idPrefix)) return readById(key.slice(idPrefix.length))
    const slug = key
    const madeAt = clock.monotonicMs()
    const link = await findBySlug(slug)
    if (!link) return undefined
    if (link.slug !== slug || !isOpenToAll(link, clock.now())) return { link, gallery: undefined, madeAt }
    if (before?.gallery && isCurrent(before, link)) return { ...before, link }
    return { link, gallery: await makeGallery(link, anonymousAccess(link), before?.gallery), madeAt }
  }

  const isCurrent = ({ link: { id, updatedAt, ownerName, studio, mark, domain }, madeAt }: Entry, now: LinkRecord) =>
    id === now.id &&
    updatedAt === now.updatedAt &&
    ownerName === now.ownerName &&
    studio === now.studio &&
    mark?.key === now.mark?.key &&
    domain === now.domain &&
    clock.monotonicMs() - madeAt < maxContentAgeMs &&
    invalidation.isUnchanged(id, madeAt)

  async function makeGallery(link: LinkRecord, access: Access, before?: CachedGallery): Promise<CachedGallery> {
    const shown = await present(link, access)
    const json = JSON.stringify({ success: true, data: shown })
    const body = Buffer.from(json)
    if (before?.body.equals(body)) return before
    const version = hash('sha1', withoutViews(json), 'base64url')
    let images: Promise<CachedJson> | undefined
    return {
      shown,
      version,
      ...(await compressed(body)),
      images: () => {
        images ??= compressed(Buffer.from(JSON.stringify({ success: true, data: shown.images })))
        return images
      },
    }
  }

  const cache = createRefreshAheadCache({
    name: 'galleries',
    read,
    linkIdOf: ({ link }) => link.id,
    invalidation,
    clock,
    maxSize: maxBytes,
    sizeOf,
  })

  const ofPasses = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf })

  const makeForPass = createSingleFlight(async (key, link: LinkRecord, access: Access) => {
    const before = ofPasses.get(key)
    const madeAt = clock.monotonicMs()
    const gallery = await makeGallery(link, access, before?.gallery)
    ofPasses.set(key, { link, gallery, madeAt })
    return gallery
  })

  return {
    find: cache.find,
    findById: (id: string) => cache.find(idPrefix + id),
    /** The URLs in the gallery are signed for this pass. */
    findForPass(link: LinkRecord, access: Access & { pass: Pass }): ReadyOrLazy<CachedGallery> {
      const key = `${link.id} ${access.pass.id}`
      const entry = ofPasses.get(key)
      if (entry?.gallery && isCurrent(entry, link)) return entry.gallery
      return new LazyPromise(() => makeForPass(key, link, access))
    },
    make: (link: LinkRecord, access = anonymousAccess(link)) => new LazyPromise(() => makeGallery(link, access)),
  }
}

/** The object and the serialized images each take about as much memory as the body. */
const sizeOf = ({ gallery }: Entry) => (gallery ? gallery.body.length * 3 + (gallery.gzip?.length ?? 0) * 2 : 0) + 1000

/** Async gzip runs off the main thread, which a large gallery would block for milliseconds. */
const compressed = async (body: Buffer): Promise<CachedJson> => ({
  body,
  gzip: body.length < minCompressedBytes ? undefined : await compress(body, { level: 4 }),
})
