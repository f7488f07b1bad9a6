import type { AccessService } from '#server/features/access/access.service.ts'
import {
  type Access,
  isOwner,
  isServedTo,
  linkNotFound,
  type Pass,
  requireActiveOwner,
  requireOwner,
} from '#server/features/access/link-access.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { instantNow } from '#server/platform/clock.ts'
import { chain, LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { requireUncommon } from '#server/platform/crypto/common-passwords.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import { readCursor } from '#server/platform/database/cursor.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import type { LinkChange } from '#shared/link-forms.ts'
import type { Link, LinkSort } from '#shared/links.ts'
import { type CachedGallery, createGalleryCache } from './gallery-cache.ts'
import { createLinkCreation } from './link-creation.ts'
import { createLinkDeletions, type DeletionDependencies } from './link-deletions.ts'
import { createLinkPresenter, type PresenterDependencies } from './link-presenter.ts'
import type { LinkRecord } from './link-rows.ts'
import { changesIn, checkFuture, checkPlanAllows, maxOldSlugs, slugTaken, tooManySlugs } from './link-rules.ts'
import { sortColumns } from './links.repository.ts'
import { createSlugGuesses, type WithNetwork } from './slug-guesses.ts'

type Dependencies = PresenterDependencies &
  DeletionDependencies & {
    access: AccessService
    passwords: Passwords
    invalidation: Invalidation
    rateLimits: RateLimits
    flushCounts: () => Promise<void>
  }
/** `movedTo` is the current slug of a link that was opened by an old slug. */
export type OpenedLink =
  | { movedTo: string }
  | { link: LinkRecord; pass: Pass | undefined; gallery: CachedGallery }
  | { link: LinkRecord; pass: Pass | undefined; gallery: undefined; shown: Link }

type FoundLink = { link: LinkRecord; gallery: CachedGallery | undefined }

type GalleryRequest = {
  slug: string
  caller: Caller
  /** Slug guessing is rate-limited by network. */
  client: WithNetwork
  /** False for actions that owners can still take on an expired link. */
  asPage?: boolean
}
type PublicQuery = { cursor?: string | undefined; limit?: number | undefined }
type OwnQuery = PublicQuery & { search?: string | undefined; sort: LinkSort }

const publicPageSize = 50

const expiryBatchSize = 100

/** The sitemap format allows 50,000 URLs. This limit also keeps the query fast. */
const maxSitemapLinks = 10_000

export function createLinkService(dependencies: Dependencies) {
  const { links, images, access, passwords, planOf, invalidation, clock, flushCounts } = dependencies

  const deletions = createLinkDeletions(dependencies)
  const guesses = createSlugGuesses(dependencies.rateLimits)

  const { present, presentOwn, presentPage } = createLinkPresenter(dependencies)
  const galleries = createGalleryCache({
    findById: links.find,
    findBySlug: links.findBySlug,
    present,
    invalidation,
    clock,
  })

  /** Finds a link by its current slug or an old one, and limits guessing. The caller must check access. */
  function findBySlug(request: GalleryRequest): ReadyOrLazy<FoundLink> {
    const { viewer } = request.caller
    const slug = readSlug(request.slug)
    if (!viewer && guesses.isRefused(slug, request.client)) throw guesses.missed(request.client)
    // Visitors without a session share the cache. Signed-in users read from the database.
    return chain(viewer ? new LazyPromise(() => readUncached(slug)) : galleries.find(slug), (found) => {
      const isOwn = found !== undefined && isOwner(found.link, viewer)
      if (!found || !isServedTo(found.link, request.caller) || (!isOwn && guesses.isRefused(slug, request.client)))
        throw guesses.missed(request.client)
      if (!isOwn) requireActiveOwner(found.link)
      return found
    })
  }

  async function readUncached(slug: string): Promise<FoundLink | undefined> {
    const link = await links.findBySlug(slug)
    return link && { link, gallery: undefined }
  }

  function requireBySlug(request: GalleryRequest): ReadyOrLazy<FoundLink & Access> {
    return chain(findBySlug(request), ({ link, gallery }) =>
      chain(access.require(link, request.caller, { asPage: request.asPage ?? true }), (given) => ({
        ...given,
        gallery,
      })),
    )
  }

  /** Guests recognize the images that they added, so they share no gallery with others. */
  const findGalleryFor = (caller: Caller, link: LinkRecord, given: Access, cached: CachedGallery | undefined) =>
    chain(given.pass ? undefined : access.findGuestPass(link, caller), (guest) =>
      guest ? galleries.findForPass(link, { ...given, pass: guest }) : findGallery(link, given, cached),
    )

  function findGallery(link: LinkRecord, given: Access, cached: CachedGallery | undefined) {
    const { pass } = given
    if (pass) return galleries.findForPass(link, { ...given, pass })
    if (given.isBlocked) return galleries.make(link, given)
    // For a link opened by ID, the gallery can be missing just after a change, because the cache entry for the slug may
    // be older.
    return cached ?? galleries.make(link)
  }

  return {
    async list(viewer: Viewer, { search = '', sort, cursor, limit }: OwnQuery) {
      const page = { sort, limit, after: readCursor(cursor, sortColumns[sort].kind) }
      await flushCounts()
      const [found, news] = await Promise.all([
        links.listOwn(viewer.userId, search, page, viewer.key?.links),
        links.listNews(viewer.userId),
      ])
      const { data, ...rest } = await presentPage(found, viewer)
      return { data: data.map((link) => ({ ...link, news: news.get(link._id) })), ...rest }
    },

    async listPublic({ cursor, limit = publicPageSize }: PublicQuery) {
      const after = readCursor(cursor)
      return presentPage(await links.listPublic(instantNow(clock), { sort: 'newest', limit, after }))
    },

    listForSitemap: () => links.listSitemapEntries(instantNow(clock), maxSitemapLinks),

    /** For signed-in callers. Use `openById` for visitors without a session. */
    async get(caller: Caller, id: string) {
      await flushCounts()
      const { link, ...given } = await access.require(await links.find(id), caller)
      return present(link, given, caller.viewer)
    },

    async openById(caller: Caller, id: string) {
      const found = await galleries.findById(id)
      const { link, ...given } = await access.require(found?.link, caller)
      return findGalleryFor(caller, link, given, found?.gallery)
    },

    listImages: images.list,
    requireBySlug,
    findBySlug: async (request: GalleryRequest) => (await findBySlug(request)).link,

    /** With `isPage`, all visitors without a pass that opens the link get the same gallery. */
    openBySlug(request: GalleryRequest & { isPage?: boolean }): ReadyOrLazy<OpenedLink> {
      const { viewer } = request.caller
      return chain(requireBySlug(request), (given): ReadyOrLazy<OpenedLink> => {
        const { link, pass } = given
        if (link.slug !== readSlug(request.slug)) return { movedTo: link.slug }
        if (!viewer) {
          const found = request.isPage
            ? findGallery(link, given, given.gallery)
            : findGalleryFor(request.caller, link, given, given.gallery)
          return chain(found, (gallery) => ({ link, pass, gallery }))
        }
        const show = () => present(link, given, viewer)
        return chain(new LazyPromise(show), (shown) => ({ link, pass, gallery: undefined, shown }))
      })
    },

    /** These two don't check access. */
    find: links.find,
    listForExport: links.listForExport,

    requireOwn: async (viewer: Viewer, id: string) => requireOwner(await links.find(id), viewer),

    create: createLinkCreation({ links, passwords, planOf, presentOwn, clock }),

    async update(viewer: Viewer, id: string, { password, ...change }: LinkChange, network: string): Promise<Link> {
      const link = requireOwner(await links.find(id), viewer)
      const wanted = changesIn(link, change)
      checkPlanAllows(await planOf(viewer.userId), wanted, clock.now())
      checkFuture(wanted, clock.now())
      if (password) {
        requireUncommon(password, 'password')
        wanted.passwordHash = await passwords.hash(password, network)
      }
      if (password === null && (await links.findPassword(id))?.hash) wanted.passwordHash = null
      if (Object.keys(wanted).length === 0) return presentOwn(link, viewer)

      const updated = await links.transaction(async (tx) => {
        if (wanted.slug !== undefined) {
          if (!(await tx.claimSlug(wanted.slug, id))) throw slugTaken()
          if ((await tx.countSlugs(id)) > maxOldSlugs + 1) throw tooManySlugs()
        }
        return tx.update(id, wanted, instantNow(clock))
      })
      if (!updated) throw linkNotFound()
      invalidation.invalidate(id)
      return presentOwn(updated, viewer)
    },

    async order(viewer: Viewer, id: string, imageIds: string[]): Promise<Link> {
      await images.reorder(viewer, id, imageIds)
      return this.get({ viewer, passTokens: [] }, id)
    },

    async markExpired() {
      const now = instantNow(clock)
      for (let count = expiryBatchSize; count === expiryBatchSize; ) {
        const ids = await links.listNewlyExpired(now, expiryBatchSize)
        await links.transaction(async (tx) => {
          for (const id of ids.toSorted()) await tx.markExpired(id, now)
        })
        count = ids.length
      }
    },

    async remove(viewer: Viewer, id: string, { forever = false } = {}) {
      const link = requireOwner(await links.find(id), viewer)
      await deletions.remove(link, { forever })
      invalidation.invalidate(id)
    },
  }
}
export type LinkService = ReturnType<typeof createLinkService>

/** Slugs are lowercase, but people may type them differently. */
const readSlug = (slug: string) => slug.toLowerCase()
