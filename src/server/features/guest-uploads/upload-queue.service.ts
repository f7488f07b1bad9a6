import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import type { GuestChange, GuestRecord } from '#server/features/access/guests.repository.ts'
import { linkNotFound, requireRole } from '#server/features/access/link-access.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { encodeCursor, readCursor } from '#server/platform/database/cursor.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { Guest, UploadDecision } from '#shared/guest-uploads.ts'
import { bulkMaxSize, pageMaxSize } from '#shared/limits.ts'
import type { GuestUploadRepository } from './guest-uploads.repository.ts'

type Dependencies = {
  repository: GuestUploadRepository
  access: AccessService
  links: LinkService
  images: ImageService
  recordAct: RecordAct
  invalidation: Invalidation
  clock: Clock
}

type QueueQuery = { state: 'waiting' | 'shown'; guest?: string | undefined; cursor?: string | undefined }

/** Keeps each transaction short, so other requests don't wait. */
const stepSize = 20

/** What owners do with the images that guests added, and with the guests. */
export function createUploadQueueService(dependencies: Dependencies) {
  const { repository, access, links, images, recordAct, invalidation, clock } = dependencies

  const approveSome = (link: { id: string; userId: string }, ids: string[]) =>
    repository.transaction(async (tx) => {
      await tx.lockUsage(link.userId)
      const waiting = await tx.listWaitingIds(link.id, { imageIds: ids }, ids.length)
      if (waiting.length === 0) return 0
      const now = instantNow(clock)
      const first = await tx.takePositions(link, waiting.length, now)
      if (first === undefined) throw linkNotFound()
      await tx.approve(waiting, first, now)
      await tx.replaceMissingCover(link.id)
      return waiting.length
    })

  async function decide(
    link: { id: string; userId: string },
    { imageIds, guestId, until }: UploadDecision,
    decideSome: (link: { id: string; userId: string }, ids: string[]) => Promise<number>,
  ) {
    const result = { done: 0, skipped: 0 }
    const step = async (ids: string[]) => {
      const done = await decideSome(link, ids)
      result.done += done
      result.skipped += ids.length - done
      invalidation.invalidate(link.id)
      await nextTurnOfEventLoop()
    }
    if (imageIds) {
      const wanted = [...new Set(imageIds)]
      const waiting = await repository.listWaitingIds(link.id, { imageIds: wanted }, bulkMaxSize)
      for (let at = 0; at < waiting.length; at += stepSize) await step(waiting.slice(at, at + stepSize))
      result.skipped = wanted.length - result.done
      return result
    }
    const now = instantNow(clock)
    const arrived = until === undefined ? now : new Date(until).toISOString()
    const filter = guestId === undefined ? { until: arrived < now ? arrived : now } : { guestId }
    for (;;) {
      const ids = await repository.listWaitingIds(link.id, filter, stepSize)
      if (ids.length === 0) return result
      await step(ids)
    }
  }

  async function decideAndRecord(
    viewer: Viewer,
    linkId: string,
    decision: UploadDecision,
    act: 'approved' | 'deleted',
  ) {
    const link = requireRole(await access.findFacts(linkId), viewer, 'editor')
    const result = await decide(link, decision, act === 'approved' ? approveSome : images.rejectAll)
    await recordAct(viewer, link, act, result.done)
    return result
  }

  async function requireGuest(viewer: Viewer, id: string) {
    const guest = await repository.findGuest(id)
    if (!guest || guest.lastAddedAt === null) throw guestNotFound()
    requireRole(await access.findFacts(guest.linkId), viewer, 'editor')
    return guest
  }

  return {
    async list(viewer: Viewer, linkId: string, { state, guest: guestId, cursor }: QueueQuery) {
      const link = await links.requireRole(viewer, linkId, 'editor')
      const page = { guestId, after: readCursor(cursor), limit: pageMaxSize }
      const { rows, next } = await repository.listQueue(link.id, state, page)
      const hashes = rows.flatMap(({ received_hash: hash }) => hash ?? [])
      const same = await repository.listSame(link.id, hashes)
      const shown = await images.listForEditor(
        viewer,
        rows.map(({ id }) => id),
        state,
      )
      return {
        data: rows.flatMap(({ id, received_hash: hash }) => {
          const image = shown.get(id)
          if (!image) return []
          const sameAs = same.get(hash ?? '')?.find((other) => other !== id) ?? null
          return [{ ...image, sameAs }]
        }),
        waiting: link.uploadsWaiting,
        ...(next && { nextCursor: encodeCursor(next) }),
      }
    },

    approve: (viewer: Viewer, linkId: string, decision: UploadDecision) =>
      decideAndRecord(viewer, linkId, decision, 'approved'),

    /** Deletes the images. */
    reject: (viewer: Viewer, linkId: string, decision: UploadDecision) =>
      decideAndRecord(viewer, linkId, decision, 'deleted'),

    async listGuests(viewer: Viewer, linkId: string, cursor: string | undefined) {
      requireRole(await access.findFacts(linkId), viewer, 'editor')
      const found = await repository.listGuests(linkId, readCursor(cursor), pageMaxSize)
      return { data: found.guests.map(present), ...(found.next && { nextCursor: encodeCursor(found.next) }) }
    },

    /** Blocking stops uploads right away, because every upload reads the guest before it's stored. */
    async updateGuest(viewer: Viewer, id: string, change: GuestChange) {
      const { linkId } = await requireGuest(viewer, id)
      await repository.updateGuest(id, change)
      invalidation.invalidate(linkId)
      return present(await requireGuest(viewer, id))
    },
  }
}
export type UploadQueueService = ReturnType<typeof createUploadQueueService>

const present = (guest: GuestRecord): Guest => ({
  _id: guest.id,
  name: guest.name ?? '',
  invitation: guest.invitationId,
  isBlocked: guest.isBlocked,
  waiting: guest.waitingCount,
  shown: guest.imageCount - guest.waitingCount,
  createdAt: guest.createdAt,
  lastAddedAt: guest.lastAddedAt ?? guest.createdAt,
})

const guestNotFound = () => new AppError('NOT_FOUND', 'Guest not found')
