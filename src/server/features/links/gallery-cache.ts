import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import { isOpenToAll } from '#server/features/access/link-access.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Link } from '#shared/links.ts'
import type { LinkRecord } from './links.repository.ts'

/** What every visitor without a session is shown of an open link: as an object, and as it goes over the wire. */
export type CachedGallery = {
  shown: Link
  /** The same as long as nothing but the views has changed. */
  version: string
  body: Buffer
  /** undefined where compressing saves nothing. */
  gzip: Buffer | undefined
}

/** A link as it was read by one of its slugs; its gallery is there where the link is open to all under that slug. */
type Entry = { link: LinkRecord; gallery: CachedGallery | undefined; madeAt: number }

type Options = {
  findBySlug: (slug: string) => Promise<LinkRecord | undefined>
  present: (link: LinkRecord) => Promise<Link>
  invalidation: Invalidation
  clock: Clock
}

/** Cached galleries take this much memory at the most. */
const maxBytes = 32 * 1024 * 1024

/** Below this a compressed answer saves nothing. */
const minCompressedBytes = 1024

/** What does not touch the link itself, views and another node's edits of a picture's words, is shown this much later. */
const maxContentAgeMs = 2000

const compress = promisify(gzipCallback)

const withoutViews = (json: string) => json.replace(/"views":\d+/g, '')

/**
 * Links by their slugs, with what visitors are shown of them: made once and sent many times. Whether a link is still open is
 * read several times a second, and who may see it is decided for each request by whoever asks this cache.
 */
export function createGalleryCache({ findBySlug, present, invalidation, clock }: Options) {
  async function read(slug: string, before: Entry | undefined): Promise<Entry | undefined> {
    const madeAt = clock.monotonicMs()
    const link = await findBySlug(slug)
    if (!link) return undefined
    if (link.slug !== slug || !isOpenToAll(link, clock.now())) return { link, gallery: undefined, madeAt }
    if (before?.gallery && isStillSo(before, link)) return { ...before, link }
    return { link, gallery: await makeGallery(link, before?.gallery), madeAt }
  }

  const isStillSo = ({ link: { id, updatedAt }, madeAt }: Entry, now: LinkRecord) =>
    id === now.id &&
    updatedAt === now.updatedAt &&
    clock.monotonicMs() - madeAt < maxContentAgeMs &&
    invalidation.isUnchanged(id, madeAt)

  async function makeGallery(link: LinkRecord, before: CachedGallery | undefined): Promise<CachedGallery> {
    const shown = await present(link)
    const json = JSON.stringify({ success: true, data: shown })
    const body = Buffer.from(json)
    if (before?.body.equals(body)) return before
    const version = hash('sha1', withoutViews(json), 'base64url')
    // Not on this thread: for hundreds of pictures it takes as long as answering a hundred visitors.
    const gzip = body.length < minCompressedBytes ? undefined : await compress(body, { level: 4 })
    return { shown, version, body, gzip }
  }

  return createRefreshAheadCache({
    read,
    linkIdOf: ({ link }) => link.id,
    invalidation,
    clock,
    maxSize: maxBytes,
    // The object takes about as much as its JSON.
    sizeOf: ({ gallery }) => (gallery ? gallery.body.length * 2 + (gallery.gzip?.length ?? 0) : 0) + 1000,
  })
}
