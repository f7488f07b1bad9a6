import { type Clock, instantNow, minutes } from '#server/platform/clock.ts'
import { type Cursor, decodeCursor, encodeCursor } from '#server/platform/database/cursor.ts'
import { newId, newSlug } from '#server/platform/ids.ts'
import { createRateLimiter } from '#server/platform/rate-limiter.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { Link, LinkChange, LinkSort, NewLink } from '#shared/links.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import { linkNotFound, requireAccess, requireOwner } from './link-access.ts'
import { presentLink } from './link-presenter.ts'
import { checkPlanAllows } from './link-rules.ts'
import { type LinkFields, type LinkRecord, type LinkRepository, sortColumns } from './links.repository.ts'

type Dependencies = { links: LinkRepository; planOf: (userId: string) => Promise<CatalogPlan>; clock: Clock }
type PublicQuery = { cursor?: string | undefined; limit?: number | undefined }
type OwnQuery = PublicQuery & { search?: string | undefined; sort: LinkSort }

const publicPageSize = 50

export function createLinkService({ links, planOf, clock }: Dependencies) {
  // Whoever tries slugs at random is slowed down; a slug that exists is always answered.
  const wrongSlugs = createRateLimiter({ clock, limit: 300, windowMs: minutes(15) })

  const present = (link: LinkRecord) => presentLink(link, [], clock.now())

  const presentPage = (page: { links: LinkRecord[]; next: Cursor | undefined }) => ({
    data: page.links.map(present),
    ...(page.next && { nextCursor: encodeCursor(page.next) }),
  })

  return {
    async list(viewer: Viewer, { search = '', sort, cursor, limit }: OwnQuery) {
      return presentPage(await links.listOwn(viewer.userId, search, { sort, limit, after: readCursor(cursor, sort) }))
    },

    async listPublic({ cursor, limit = publicPageSize }: PublicQuery) {
      const after = readCursor(cursor, 'newest')
      return presentPage(await links.listPublic(instantNow(clock), { sort: 'newest', limit, after }))
    },

    async get(viewer: Viewer | undefined, id: string) {
      const { link } = requireAccess(await links.find(id), { viewer, now: clock.now() })
      return present(link)
    },

    /** For an old slug only the present one is answered, so that the caller can go there. */
    async getBySlug(viewer: Viewer | undefined, slug: string, address: string): Promise<Link | { movedTo: string }> {
      const found = await links.findBySlug(slug)
      if (!found) throw missedSlug(address)
      const { link } = requireAccess(found, { viewer, now: clock.now(), asPage: true })
      return link.slug === slug ? present(link) : { movedTo: link.slug }
    },

    async create(viewer: Viewer, input: NewLink): Promise<Link> {
      const plan = await planOf(viewer.userId)
      const expiresAt = toInstant(input.expiresAt)
      checkPlanAllows(plan, { slug: input.slug, expiresAt }, clock.now())
      const fields = { ...input, expiresAt, slug: input.slug ?? newSlug() }

      return links.transaction(async (tx) => {
        if (!(await tx.takePlace(viewer.userId, plan.linkLimit))) throw limitReached()
        const link = await tx.insert(newId(), viewer.userId, fields, instantNow(clock))
        if (!link || !(await tx.claimSlug(link.slug, link.id))) throw slugTaken()
        return present(link)
      })
    },

    async update(viewer: Viewer, id: string, change: LinkChange): Promise<Link> {
      const link = requireOwner(await links.find(id), viewer)
      const changes = changesIn(link, change)
      if (Object.keys(changes).length === 0) return present(link)
      checkPlanAllows(await planOf(viewer.userId), changes, clock.now())

      return links.transaction(async (tx) => {
        if (changes.slug !== undefined && !(await tx.claimSlug(changes.slug, id))) throw slugTaken()
        const updated = await tx.update(id, changes, instantNow(clock))
        if (!updated) throw linkNotFound()
        return present(updated)
      })
    },

    async remove(viewer: Viewer, id: string) {
      const link = requireOwner(await links.find(id), viewer)
      await links.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        const removed = await tx.remove(id)
        if (!removed) throw linkNotFound()
        await tx.freePlaces(link.userId, removed.imageCount)
      })
    },
  }

  function missedSlug(address: string) {
    wrongSlugs.record(address)
    const retryAfterSeconds = wrongSlugs.retryAfterSeconds(address)
    if (retryAfterSeconds === 0) return linkNotFound()
    const sentence = 'Too many links that do not exist. Try again in a few minutes.'
    return new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
  }
}
export type LinkService = ReturnType<typeof createLinkService>

const toInstant = (text: string | null) => text && new Date(text).toISOString()

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
