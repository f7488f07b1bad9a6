import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Access } from '#server/features/access/link-access.ts'
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

type Entry = { link: LinkRecord; access: Access; gallery: CachedGallery; madeAt: number }

type Options = {
  findById: (id: string) => Promise<LinkRecord | undefined>
  findBySlug: (slug: string) => Promise<LinkRecord | undefined>
  present: (link: LinkRecord, access: Access) => Promise<Link>
  invalidation: Invalidation
  clock: Clock
}

/** Applies separately to public galleries and to galleries opened with a pass, which contain signed URLs. */
const maxBytes = 32 * 1024 * 1024

const maxLinks = 30_000

const minCompressedBytes = 1024

/** Older galleries are rebuilt before they're returned, to pick up changes that don't affect `updatedAt`, such as views. */
const maxContentAgeMs = 2000

/** Public pages don't show view counts, so they don't have to wait for a rebuild. */
const maxPageAgeMs = 60_000

/**
 * Galleries are rebuilt in the background after this share of their maximum age, so that requests for popular ones don't
 * have to wait. Pages rebuild much later than responses, because reading hundreds of images would delay their thumbnails.
 */
const rebuildAfter = 0.8

/** Slugs can't contain spaces, so a prefixed ID can't collide with a slug. */
const idPrefix = 'id '

const compress = promisify(gzipCallback)

const withoutViews = (json: string) => json.replace(/"views":\d+/g, '')

/**
 * Caches links by slug and by ID, and their serialized galleries. The link row is reread several times a second, to
 * detect when a link closes. The caller must check access for each request.
 */
export function createGalleryCache({ findById, findBySlug, present, invalidation, clock }: Options) {
  const links = createRefreshAheadCache({
    name: 'links',
    read: (key) => (key.startsWith(idPrefix) ? findById(key.slice(idPrefix.length)) : findBySlug(key)),
    linkIdOf: ({ id }) => id,
    invalidation,
    clock,
    maxSize: maxLinks,
    sizeOf: () => 1,
  })

  const isSame = (link: LinkRecord, now: LinkRecord) =>
    link.updatedAt === now.updatedAt &&
    link.ownerName === now.ownerName &&
    link.studio === now.studio &&
    link.mark?.key === now.mark?.key &&
    link.domain === now.domain

  /** Also compares the rights that change with time. */
  const isCurrent = ({ link, access, madeAt }: Entry, now: LinkRecord, { sees, may }: Access) =>
    isSame(link, now) && access.sees === sees && access.may.add === may.add && invalidation.isUnchanged(link.id, madeAt)

  /** The images are read with the facts of their link, which must be the ones that the caller checked. */
  async function makeCurrentGallery(link: LinkRecord, access: Access, before?: CachedGallery) {
    const now = await findById(link.id)
    if (now && isSame(link, now)) return makeGallery(link, access, before)
    invalidation.receive(link.id)
    throw new LinkChanged()
  }

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

  function createContents(name: string) {
    const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf })
    let hits = 0
    let misses = 0
    invalidation.register(name, () => ({ hits, misses, entries: entries.size, size: entries.calculatedSize }))

    const rebuild = createSingleFlight(async (key, link: LinkRecord, access: Access) => {
      const madeAt = clock.monotonicMs()
      const gallery = await makeCurrentGallery(link, access, entries.get(key)?.gallery)
      const entry = { link, access, gallery, madeAt }
      entries.set(key, entry)
      return entry
    })

    /** A rebuild that was already running may have read the link before a change. */
    async function load(key: string, link: LinkRecord, access: Access): Promise<CachedGallery> {
      misses++
      const entry = await rebuild(key, link, access)
      return isCurrent(entry, link, access) ? entry.gallery : load(key, link, access)
    }

    return function find(key: string, link: LinkRecord, access: Access, maxAgeMs: number): ReadyOrLazy<CachedGallery> {
      const entry = entries.get(key)
      if (!entry || !isCurrent(entry, link, access)) return new LazyPromise(() => load(key, link, access))
      const ageMs = clock.monotonicMs() - entry.madeAt
      if (ageMs >= maxAgeMs) return new LazyPromise(() => load(key, link, access))
      hits++
      // If this fails, the next request without a fresh gallery rebuilds it and gets any error.
      if (ageMs >= rebuildAfter * maxAgeMs) rebuild(key, link, access).catch(() => {})
      return entry.gallery
    }
  }

  const findPublic = createContents('galleries')
  const findForPass = createContents('galleries with a pass')

  return {
    find: links.find,
    findById: (id: string) => links.find(idPrefix + id),
    /**
     * The caller must have checked access. With a pass, the URLs in the gallery are signed for it. Throws `LinkChanged`
     * if the link was changed on another node, and the caller has to find it again.
     */
    findGallery(link: LinkRecord, access: Access, { isPage = false } = {}): ReadyOrLazy<CachedGallery> {
      const { pass } = access
      if (!pass && access.isBlocked) return new LazyPromise(() => makeCurrentGallery(link, access))
      return pass
        ? findForPass(`${link.id} ${pass.id}`, link, access, maxContentAgeMs)
        : findPublic(link.id, link, access, isPage ? maxPageAgeMs : maxContentAgeMs)
    },
  }
}

export class LinkChanged extends Error {}

/** The object and the serialized images each take about as much memory as the body. */
const sizeOf = ({ gallery }: Entry) => gallery.body.length * 3 + (gallery.gzip?.length ?? 0) * 2 + 1000

/** Async gzip runs off the main thread, which a large gallery would block for milliseconds. */
const compressed = async (body: Buffer): Promise<CachedJson> => ({
  body,
  gzip: body.length < minCompressedBytes ? undefined : await compress(body, { level: 4 }),
})
