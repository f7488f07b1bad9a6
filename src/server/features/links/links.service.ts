import { linkNotFound, requireAccess, requireOwner } from '#server/features/access/link-access.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#server/platform/database/cursor.ts'
import { newId, newSlug } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/network.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { Link, LinkChange, LinkSort, NewLink } from '#shared/links.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { type CachedGallery, createGalleryCache } from './gallery-cache.ts'
import { presentLink } from './link-presenter.ts'
import { checkPlanAllows } from './link-rules.ts'
import { type LinkFields, type LinkRecord, type LinkRepository, sortColumns } from './links.repository.ts'
import { createSlugGuesses } from './slug-guesses.ts'

type Dependencies = {
  links: LinkRepository
  images: ImageService
  planOf: (userId: string) => Promise<CatalogPlan>
  invalidation: Invalidation
  clock: Clock
  /** Called when files are to be deleted, so that it happens soon. */
  onDeletionScheduled: () => void
  /** Writes down what has been counted up to now. */
  flushCounts: () => Promise<void>
}
/** A link that somebody opened by its slug: where it is now, or what they are shown of it. */
export type OpenedLink =
  | { movedTo: string }
  | { link: LinkRecord; gallery: CachedGallery }
  | { link: LinkRecord; gallery: undefined; shown: Link }

type Opening = {
  slug: string
  viewer: Viewer | undefined
  /** Whoever tries slugs at random is slowed down by it. */
  network: string
  /** false for what its owner may still do with an expired link. */
  asPage?: boolean
}
type PublicQuery = { cursor?: string | undefined; limit?: number | undefined }
type OwnQuery = PublicQuery & { search?: string | undefined; sort: LinkSort }

const publicPageSize = 50

/** Old slugs stay their link's for ever, so a link has so many at the most. */
const maxOldSlugs = 20

/** Links whose time is over are noted so many at once. */
const maxNoted = 100

/** A sitemap holds 50,000 addresses; a fifth of them is read in some milliseconds, however often it is asked for. */
const maxSitemapLinks = 10_000

export function createLinkService(dependencies: Dependencies) {
  const { links, images, planOf, invalidation, clock, onDeletionScheduled, flushCounts } = dependencies

  const guesses = createSlugGuesses(clock)

  /** With all its images, for somebody who was let in. */
  async function present(link: LinkRecord, viewer: Viewer | undefined) {
    const now = clock.now()
    const role = link.userId === viewer?.userId ? 'owner' : 'visitor'
    const [shown, plan] = await Promise.all([images.listOf(link.id, { viewer, role, now }), planOf(link.userId)])
    return { ...presentLink(link, shown, now), branded: plan.allows.brandingLine }
  }

  /** Each with its cover and the next three images. */
  async function presentPage(page: { links: LinkRecord[]; next: Cursor | undefined }, viewer?: Viewer) {
    const previews = await images.previewsOf(
      page.links.map((link) => link.id),
      viewer,
    )
    return {
      data: page.links.map((link) => presentLink(link, previews.get(link.id) ?? [], clock.now())),
      ...(page.next && { nextCursor: encodeCursor(page.next) }),
    }
  }

  const galleries = createGalleryCache({
    findById: links.find,
    findBySlug: links.findBySlug,
    present: (link) => present(link, undefined),
    invalidation,
    clock,
  })

  /** The one way from a slug, present or old, to its link. Throws for who may not see it. */
  async function requireBySlug({ viewer, network, asPage = true, ...opening }: Opening) {
    const slug = readSlug(opening.slug)
    if (!viewer && guesses.isRefused(slug, network)) throw guesses.missed(network)
    // Visitors without a session share what was read a moment ago; whoever is signed in reads for themselves.
    const found = viewer ? { link: await links.findBySlug(slug), gallery: undefined } : await galleries.find(slug)
    const isOwner = viewer !== undefined && found?.link?.userId === viewer.userId
    if (!found?.link || (!isOwner && guesses.isRefused(slug, network))) throw guesses.missed(network)
    // Who may see it is decided anew each time, by the clock of this moment.
    const { link } = requireAccess(found.link, { viewer, now: clock.now(), asPage })
    return { link, gallery: found.gallery }
  }

  return {
    async list(viewer: Viewer, { search = '', sort, cursor, limit }: OwnQuery) {
      const page = { sort, limit, after: readCursor(cursor, sort) }
      await flushCounts()
      return presentPage(await links.listOwn(viewer.userId, search, page), viewer)
    },

    async listPublic({ cursor, limit = publicPageSize }: PublicQuery) {
      const after = readCursor(cursor, 'newest')
      return presentPage(await links.listPublic(instantNow(clock), { sort: 'newest', limit, after }))
    },

    /** Where search engines find what is listed. */
    listForSitemap: () => links.listAddresses(instantNow(clock), maxSitemapLinks),

    async get(viewer: Viewer, id: string) {
      await flushCounts()
      const { link } = requireAccess(await links.find(id), { viewer, now: clock.now() })
      return present(link, viewer)
    },

    /** What a visitor without a session is shown by the id. */
    async openById(id: string) {
      const found = await galleries.findById(id)
      const { link } = requireAccess(found?.link, { viewer: undefined, now: clock.now() })
      // Only a link that opened in this very moment has none.
      return found?.gallery ?? galleries.make(link)
    },

    listImages: (viewer: Viewer, linkId: string) => images.list(viewer, linkId),

    requireBySlug: async (opening: Opening) => (await requireBySlug(opening)).link,

    async openBySlug(opening: Opening): Promise<OpenedLink> {
      const { link, gallery } = await requireBySlug(opening)
      if (link.slug !== readSlug(opening.slug)) return { movedTo: link.slug }
      return gallery ? { link, gallery } : { link, gallery, shown: await present(link, opening.viewer) }
    },

    /** What a visitor without a session is shown, from the cache alone: undefined where the database would have to be asked. */
    peekBySlug(given: string, client: { ip: string }) {
      const slug = readSlug(given)
      const { link, gallery } = galleries.peek(slug) ?? {}
      if (!link || !gallery || guesses.isRefused(slug, networkOf(client.ip))) return undefined
      requireAccess(link, { viewer: undefined, now: clock.now(), asPage: true })
      return { link, gallery }
    },

    requireOwn: async (viewer: Viewer, id: string) => requireOwner(await links.find(id), viewer),

    async create(viewer: Viewer, input: NewLink): Promise<Link> {
      const plan = await planOf(viewer.userId)
      const expiresAt = toInstant(input.expiresAt)
      checkPlanAllows(plan, { slug: input.slug, expiresAt }, clock.now())
      const fields = { ...input, expiresAt, slug: input.slug ?? newSlug() }

      const made = await links.transaction(async (tx) => {
        if (!(await tx.takePlace(viewer.userId, plan.linkLimit))) throw limitReached()
        const id = newId()
        if (!(await tx.claimSlug(fields.slug, id))) throw slugTaken()
        return tx.insert(id, viewer.userId, fields, instantNow(clock))
      })
      return present(made, viewer)
    },

    async update(viewer: Viewer, id: string, change: LinkChange): Promise<Link> {
      const link = requireOwner(await links.find(id), viewer)
      const wanted = changesIn(link, change)
      if (Object.keys(wanted).length === 0) return present(link, viewer)
      checkPlanAllows(await planOf(viewer.userId), wanted, clock.now())

      const updated = await links.transaction(async (tx) => {
        if (wanted.slug !== undefined) {
          if (!(await tx.claimSlug(wanted.slug, id))) throw slugTaken()
          if ((await tx.countSlugs(id)) > maxOldSlugs + 1) throw tooManySlugs()
        }
        return tx.update(id, wanted, instantNow(clock))
      })
      if (!updated) throw linkNotFound()
      invalidation.invalidate(id)
      return present(updated, viewer)
    },

    async order(viewer: Viewer, id: string, imageIds: string[]): Promise<Link> {
      await images.reorder(viewer, id, imageIds)
      return this.get(viewer, id)
    },

    /** Notes which links have expired, a moment after they did. */
    async noteExpired() {
      const now = instantNow(clock)
      for (let count = maxNoted; count === maxNoted; ) {
        const ids = await links.listToBeOver(now, maxNoted)
        await links.transaction(async (tx) => {
          for (const id of ids.toSorted()) await tx.noteOver(id, now)
        })
        count = ids.length
      }
    },

    async remove(viewer: Viewer, id: string) {
      const link = requireOwner(await links.find(id), viewer)
      await links.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        const removed = await tx.remove(id)
        if (!removed) throw linkNotFound()
        await tx.freePlaces(link.userId, removed.imageCount)
      })
      invalidation.invalidate(id)
      onDeletionScheduled()
    },
  }
}
export type LinkService = ReturnType<typeof createLinkService>

const toInstant = (text: string | null) => text && new Date(text).toISOString()

/** People write addresses down and type them as they like; all slugs are in lower case. */
const readSlug = (slug: string) => slug.toLowerCase()

const tooManySlugs = () =>
  invalidField(
    'slug',
    `This link has had ${maxOldSlugs} other addresses already, which all lead to it. Keep one of them.`,
  )

const slugTaken = () => new AppError('SLUG_TAKEN', 'This slug is already taken')

const limitReached = () =>
  new AppError('LINK_LIMIT_REACHED', "You have reached your plan's link limit. Please upgrade to create more links.")

function readCursor(cursor: string | undefined, sort: LinkSort) {
  if (cursor === undefined) return undefined
  const after = decodeCursor(cursor, sortColumns[sort].kind)
  if (!after) throw invalidField('cursor', 'This cursor is not valid')
  return after
}

/** The fields that really change: a value that stays as it is needs no permission. */
function changesIn(link: LinkRecord, change: LinkChange): Partial<LinkFields> {
  const wanted = change.expiresAt === undefined ? change : { ...change, expiresAt: toInstant(change.expiresAt) }
  const changed = Object.entries(wanted).filter(
    ([name, value]) => value !== undefined && value !== link[name as keyof LinkFields],
  )
  return Object.fromEntries(changed)
}
