import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { type Access, isOpenToAll, type Pass, visitorOf } from '#server/features/access/link-access.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { Link } from '#shared/links.ts'
import type { LinkRecord } from './link-rows.ts'

/** An answer as it goes over the wire. */
export type CachedJson = {
  body: Buffer
  /** undefined where compressing saves nothing. */
  gzip: Buffer | undefined
}

/** What every visitor without a session is shown of an open link: as an object, and as it goes over the wire. */
export type CachedGallery = CachedJson & {
  shown: Link
  /** The same as long as nothing but the views has changed. */
  version: string
  /** The images alone; made when they are asked for. */
  images: () => Promise<CachedJson>
}

/** A link as it was read by its id or a slug; its gallery is there where the link is open to all, and not under an old slug. */
type Entry = { link: LinkRecord; gallery: CachedGallery | undefined; madeAt: number }

type Options = {
  findById: (id: string) => Promise<LinkRecord | undefined>
  findBySlug: (slug: string) => Promise<LinkRecord | undefined>
  /** What a visitor without a session is shown. */
  present: (link: LinkRecord, access: Access) => Promise<Link>
  invalidation: Invalidation
  clock: Clock
}

/** Cached galleries take this much memory at the most, and as much those of passes, whose addresses are signed for each. */
const maxBytes = 32 * 1024 * 1024

/** Below this a compressed answer saves nothing. */
const minCompressedBytes = 1024

/** What does not touch the link itself, views and another node's edits of a picture's words, is shown this much later. */
const maxContentAgeMs = 2000

/** No slug has a blank in it. */
const idPrefix = 'id '

const compress = promisify(gzipCallback)

const withoutViews = (json: string) => json.replace(/"views":\d+/g, '')

/**
 * Links by their slugs and ids, with what visitors are shown of them: made once and sent many times. Whether a link is still open is
 * read several times a second, and who may see it is decided for each request by whoever asks this cache.
 */
export function createGalleryCache({ findById, findBySlug, present, invalidation, clock }: Options) {
  /** What is shown is the same as by the link's slug, and made once for both. */
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
    if (before?.gallery && isStillSo(before, link)) return { ...before, link }
    return { link, gallery: await makeGallery(link, visitorOf(link), before?.gallery), madeAt }
  }

  const isStillSo = ({ link: { id, updatedAt, ownerName }, madeAt }: Entry, now: LinkRecord) =>
    id === now.id &&
    updatedAt === now.updatedAt &&
    ownerName === now.ownerName &&
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
    peek: cache.peek,
    find: cache.find,
    findById: (id: string) => cache.find(idPrefix + id),
    /** For somebody who was let in by a pass: with addresses that are theirs. */
    async findForPass(link: LinkRecord, access: Access & { pass: Pass }): Promise<CachedGallery> {
      const key = `${link.id} ${access.pass.id}`
      const entry = ofPasses.get(key)
      return entry?.gallery && isStillSo(entry, link) ? entry.gallery : makeForPass(key, link, access)
    },
    peekForPass(link: LinkRecord, pass: Pass): CachedGallery | undefined {
      const entry = ofPasses.get(`${link.id} ${pass.id}`)
      return entry && isStillSo(entry, link) ? entry.gallery : undefined
    },
    /** Past the cache. */
    make: (link: LinkRecord) => makeGallery(link, visitorOf(link)),
  }
}

/** The object takes about as much as its JSON, and so do the images alone. */
const sizeOf = ({ gallery }: Entry) => (gallery ? gallery.body.length * 3 + (gallery.gzip?.length ?? 0) * 2 : 0) + 1000

/** Not on this thread: for hundreds of pictures it takes as long as answering a hundred visitors. */
const compressed = async (body: Buffer): Promise<CachedJson> => ({
  body,
  gzip: body.length < minCompressedBytes ? undefined : await compress(body, { level: 4 }),
})
