import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'
import type { LinkFacts } from '#server/features/access/link-access.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { createRefreshAheadCache } from '#server/platform/cache/refresh-ahead-cache.ts'
import type { Clock } from '#server/platform/clock.ts'

/** A gallery's answer to a visitor, as it goes over the wire; packed where that saves something. */
export type CachedGallery = { link: Facts; body: Buffer; gzip: Buffer | undefined; madeAt: number }

type Facts = LinkFacts & { slug: string; updatedAt: string }
type Options<Link extends Facts> = {
  /** The link at a slug, if every visitor may see it. */
  findOpen: (slug: string) => Promise<Link | undefined>
  answer: (link: Link) => Promise<object>
  invalidation: Invalidation
  clock: Clock
}

/** Answers kept ready take this much memory at the most. */
const maxBytes = 32 * 1024 * 1024

/** Below this a compressed answer saves nothing. */
const worthCompressing = 1024

/** What does not touch the link itself, views and another node's edits of a picture's words, is shown this much later. */
const maxAgeMs = 2000

const pack = promisify(gzipCallback)

/**
 * What visitors without a session are answered is the same for all of them: it is made once and sent many times. Whether it
 * is still open to them is read several times a second, and who may see it is decided for each request.
 */
export function createGalleryCache<Link extends Facts>({ findOpen, answer, invalidation, clock }: Options<Link>) {
  async function make(slug: string, before: CachedGallery | undefined): Promise<CachedGallery | undefined> {
    const madeAt = clock.monotonicMs()
    const link = await findOpen(slug)
    if (!link) return undefined
    if (before && isStillSo(before, link)) return { ...before, link }
    const body = Buffer.from(JSON.stringify(await answer(link)))
    if (before?.body.equals(body)) return { ...before, link, madeAt }
    // Not on this thread: for hundreds of pictures it takes as long as answering a hundred visitors.
    return { link, body, gzip: body.length < worthCompressing ? undefined : await pack(body, { level: 4 }), madeAt }
  }

  const isStillSo = ({ link: { id, updatedAt }, madeAt }: CachedGallery, now: Link) =>
    id === now.id &&
    updatedAt === now.updatedAt &&
    clock.monotonicMs() - madeAt < maxAgeMs &&
    invalidation.isUnchanged(id, madeAt)

  return createRefreshAheadCache({
    read: make,
    linkIdOf: ({ link }) => link.id,
    invalidation,
    clock,
    maxSize: maxBytes,
    sizeOf: ({ body, gzip }) => body.length + (gzip?.length ?? 0) + 1000,
  })
}
