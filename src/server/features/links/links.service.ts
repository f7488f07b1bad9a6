import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import {
  type Access,
  forbidden,
  isServedOn,
  linkNotFound,
  type Pass,
  requireActiveOwner,
  requireOwner,
  requireRole,
} from '#server/features/access/link-access.ts'
import { isOwner, type Role, roleOn } from '#server/features/access/roles.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { instantNow } from '#server/platform/clock.ts'
import { chain, LazyPromise, type ReadyOrLazy, rescue } from '#server/platform/concurrency/lazy-promise.ts'
import { requireUncommon } from '#server/platform/crypto/common-passwords.ts'
import type { Passwords } from '#server/platform/crypto/passwords.ts'
import { readCursor } from '#server/platform/database/cursor.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import type { AppError } from '#shared/errors.ts'
import type { LinkChange } from '#shared/link-forms.ts'
import type { Link, LinkSort } from '#shared/links.ts'
import { type CachedGallery, createGalleryCache, LinkChanged } from './gallery-cache.ts'
import { createLinkCreation } from './link-creation.ts'
import { createLinkDeletions, type DeletionDependencies } from './link-deletions.ts'
import { createLinkPresenter, isBrandedDoor, type PresenterDependencies } from './link-presenter.ts'
import type { LinkRecord } from './link-rows.ts'
import {
  changesIn,
  checkFuture,
  checkPlanAllows,
  checkSlug,
  checkWatermark,
  maxOldSlugs,
  slugTaken,
  tooManySlugs,
} from './link-rules.ts'
import { sortColumns } from './links.repository.ts'
import { createSlugGuesses, type WithNetwork } from './slug-guesses.ts'

type Dependencies = PresenterDependencies &
  DeletionDependencies & {
    access: AccessService
    passwords: Passwords
    invalidation: Invalidation
    rateLimits: RateLimits
    recordAct: RecordAct
    flushCounts: () => Promise<void>
  }
/** `movedTo` is the current slug of a link that was opened by an old slug. */
export type OpenedLink =
  | { movedTo: string }
  | { link: LinkRecord; pass: Pass | undefined; gallery: CachedGallery }
  | { link: LinkRecord; pass: Pass | undefined; gallery: undefined; shown: Link }

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
  const { links, images, markedImages, access, passwords, planOf, invalidation, clock } = dependencies
  const { recordAct, flushCounts } = dependencies

  const deletions = createLinkDeletions(dependencies)
  const guesses = createSlugGuesses(dependencies.rateLimits)

  const { present, presentOwn, presentPage, studioAtDoor, brandDoor } = createLinkPresenter(dependencies)
  const galleries = createGalleryCache({
    findById: links.find,
    findBySlug: links.findBySlug,
    present,
    invalidation,
    clock,
  })

  /** Finds a link by its current slug or an old one, and limits guessing. The caller must check access. */
  function findBySlug(request: GalleryRequest): ReadyOrLazy<LinkRecord> {
    const { viewer } = request.caller
    const slug = readSlug(request.slug)
    if (!viewer && guesses.isRefused(slug, request.client)) throw guesses.missed(request.client)
    // Visitors without a session share the cache. Signed-in users read from the database.
    return chain(viewer ? new LazyPromise(() => links.findBySlug(slug)) : galleries.find(slug), (link) => {
      const isOwn = link !== undefined && isOwner(link, viewer)
      const isOfTeam = link !== undefined && roleOn(link, viewer) !== 'visitor'
      const isHere = link !== undefined && isServedOn(link, request.caller)
      if (!isHere || (!isOfTeam && guesses.isRefused(slug, request.client))) throw guesses.missed(request.client)
      if (!isOwn) requireActiveOwner(link)
      return link
    })
  }

  const requireFound = (link: LinkRecord, { caller, asPage = true }: GalleryRequest) =>
    access.require(link, caller, { asPage })

  const requireBySlug = (request: GalleryRequest) => chain(findBySlug(request), (link) => requireFound(link, request))

  /** Like `requireBySlug`, but the error of a closed link contains its branding. */
  const requireBranded = (request: GalleryRequest) =>
    chain(findBySlug(request), (link) =>
      rescue(
        () => requireFound(link, request),
        (error) => {
          if (!isBrandedDoor(error, link)) throw error
          return new LazyPromise(async () => Promise.reject(await brandDoor(error, link)))
        },
      ),
    )

  /** Guests recognize the images that they added, so they share no gallery with others. */
  const findGalleryFor = (caller: Caller, link: LinkRecord, given: Access) =>
    chain(given.pass ? undefined : access.findGuestPass(link, caller), (guest) =>
      galleries.findGallery(link, guest ? { ...given, pass: guest } : given),
    )

  /** Finds the link and checks access again if it changed on another node in the meantime. */
  const untilUnchanged = <Opened>(open: () => ReadyOrLazy<Opened>): ReadyOrLazy<Opened> =>
    rescue(open, (error) => {
      if (error instanceof LinkChanged) return untilUnchanged(open)
      throw error
    })

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

    /** Links of other people that the viewer can work on, newest first. */
    async listShared(viewer: Viewer, { cursor, limit = publicPageSize }: PublicQuery) {
      const page = { sort: 'newest', limit, after: readCursor(cursor) } as const
      return presentPage(await links.listShared(viewer.collaborations ?? [], page), viewer)
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

    openById: (caller: Caller, id: string) =>
      untilUnchanged(() =>
        chain(galleries.findById(id), (found) =>
          chain(access.require(found, caller), ({ link, ...given }) => findGalleryFor(caller, link, given)),
        ),
      ),

    listImages: images.list,
    requireBySlug,
    findBySlug: async (request: GalleryRequest) => findBySlug(request),

    /** With `isPage`, all visitors without a pass that opens the link get the same gallery. */
    openBySlug: (request: GalleryRequest & { isPage?: boolean }): ReadyOrLazy<OpenedLink> =>
      untilUnchanged(() =>
        chain(requireBranded(request), ({ link, ...given }): ReadyOrLazy<OpenedLink> => {
          const { pass } = given
          if (link.slug !== readSlug(request.slug)) return { movedTo: link.slug }
          const { viewer } = request.caller
          if (!viewer) {
            const found = request.isPage
              ? galleries.findGallery(link, given, { isPage: true })
              : findGalleryFor(request.caller, link, given)
            return chain(found, (gallery) => ({ link, pass, gallery }))
          }
          const show = () => present(link, given, viewer)
          return chain(new LazyPromise(show), (shown) => ({ link, pass, gallery: undefined, shown }))
        }),
      ),

    /** Adds the owner's branding to the error of a closed link. Returns other errors unchanged. */
    brandDoor: <Door extends AppError>(error: Door, linkId: string): ReadyOrLazy<Door> =>
      chain(galleries.findById(linkId), (link) =>
        link && isBrandedDoor(error, link) ? new LazyPromise(() => brandDoor(error, link)) : error,
      ),

    /** These three don't check access. */
    studioAtDoor,
    find: links.find,
    listForExport: links.listForExport,

    requireOwn: async (viewer: Viewer, id: string) => requireOwner(await links.find(id), viewer),
    requireRole: async (viewer: Viewer, id: string, least: Role) => requireRole(await links.find(id), viewer, least),

    create: createLinkCreation({ links, passwords, planOf, presentOwn, clock }),

    async update(viewer: Viewer, id: string, { password, ...change }: LinkChange, network: string): Promise<Link> {
      const link = requireRole(await links.find(id), viewer, 'editor')
      requireFieldsOf(roleOn(link, viewer), { password, ...change })
      const wanted = changesIn(link, change)
      checkSlug(wanted)
      checkPlanAllows(await planOf(link.userId), wanted, clock.now())
      checkFuture(wanted, clock.now())
      if (wanted.watermark) {
        checkWatermark(wanted.watermark, link.watermark, await links.findMarkSource(viewer.userId))
      }
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
        if (wanted.watermark) await tx.insertTask(markedImages.taskOf({ linkId: id }))
        // New dates are in the future, so this answers everyone who asked for more time.
        if (wanted.expiresAt !== undefined) await tx.markMoreTimeRequestsRead(id)
        return tx.update(id, wanted, instantNow(clock))
      })
      if (!updated) throw linkNotFound()
      invalidation.invalidate(id)
      if (wanted.watermark) markedImages.nudge()
      await recordAct(viewer, link, 'changed')
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

const editorFields = ['title', 'description', 'opening']

/** Editors describe the link. Everything else is the owner's decision. */
function requireFieldsOf(role: Role, change: LinkChange) {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  if (role !== 'owner' && given.some(([field]) => !editorFields.includes(field))) throw forbidden('editor')
}

/** Slugs are lowercase, but people may type them differently. */
const readSlug = (slug: string) => slug.toLowerCase()
