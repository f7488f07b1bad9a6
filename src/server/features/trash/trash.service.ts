import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { RemovalService } from '#server/features/removals/removals.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, days, instantNow } from '#server/platform/clock.ts'
import { withRest } from '#server/platform/concurrency/with-rest.ts'
import { encodeCursor, readCursor } from '#server/platform/database/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import type { Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { pageMaxSize } from '#shared/limits.ts'
import type { CatalogPlan } from '#shared/plans.ts'
import type { Purge, Restoration, TrashEntry } from '#shared/trash.ts'
import type { TrashRepository } from './trash.repository.ts'

type Dependencies = {
  repository: TrashRepository
  mediaUrls: MediaUrlService
  planOf: (userId: string) => Promise<CatalogPlan>
  removals: RemovalService
  invalidation: Invalidation
  clock: Clock
  /** Reads the database's time, because a node's own clock may have jumped since the last time. */
  syncClock: () => Promise<void>
  isStopping: () => boolean
  /** 0 if there's no trash. */
  trashDays: number
}

type Transaction = Parameters<Parameters<TrashRepository['transaction']>[0]>[0]
type Query = { kind: 'link' | 'image'; cursor?: string | undefined; limit?: number | undefined }

/** Keeps each transaction short, so other requests don't wait. */
const stepSize = 100

export function createTrashService(dependencies: Dependencies) {
  const { repository, mediaUrls, planOf, removals, invalidation, clock, syncClock, isStopping, trashDays } =
    dependencies

  const thumbnailOf = (viewer: Viewer, imageId: string | null, file: string | undefined) =>
    imageId !== null && file !== undefined ? mediaUrls.signed(imageId, file, { trash: viewer.sessionId }) : null

  const timesOf = (trashedAt: string) => ({
    deletedAt: trashedAt,
    goesAt: new Date(Date.parse(trashedAt) + days(trashDays)).toISOString(),
  })

  async function listLinks(viewer: Viewer, { cursor, limit }: Query & { limit: number }) {
    const rows = await repository.listTrashedLinks(viewer.userId, readCursor(cursor), limit)
    return rows.map(
      ({ id, title, imageCount, commentCount, bytes, trashedAt, coverId, thumbnail }): TrashEntry => ({
        _id: id,
        kind: 'link',
        title,
        thumbnailUrl: thumbnailOf(viewer, coverId, thumbnail),
        imageCount,
        commentCount,
        bytes: Number(bytes),
        link: null,
        ...timesOf(trashedAt),
      }),
    )
  }

  async function listImages(viewer: Viewer, { cursor, limit }: Query & { limit: number }) {
    const rows = await repository.listTrashed(viewer.userId, readCursor(cursor), limit)
    return rows.map(
      ({ id, title, fileName, commentCount, bytes, thumbnail, linkId, linkTitle, trashedAt }): TrashEntry => ({
        _id: id,
        kind: 'image',
        title: title || fileName,
        thumbnailUrl: thumbnailOf(viewer, id, thumbnail),
        imageCount: 1,
        commentCount,
        bytes: Number(bytes),
        link: { _id: linkId, title: linkTitle },
        ...timesOf(trashedAt ?? ''),
      }),
    )
  }

  async function totalsOf(userId: string) {
    const links = await repository.countTrashedLinks(userId)
    const images = await repository.countTrashed(userId)
    return { links: links.links, images: images.images, bytes: links.bytes + images.bytes }
  }

  async function restoreImages(tx: Transaction, userId: string, ids: string[]) {
    const found = await tx.listInTrash(userId, ids)
    if (found.length < ids.length) throw notInTrash()
    if (found.some(({ isLinkLive }) => !isLinkLive)) throw invalidField('imageIds', 'Restore the link first')
    const restored = Map.groupBy(await tx.restoreTrashed(userId, ids), (linkId) => linkId)
    for (const [linkId, { length }] of restored) {
      await tx.takePositions({ id: linkId, userId }, length, instantNow(clock))
      await tx.replaceMissingCover(linkId)
    }
    return [...restored.keys()]
  }

  /** Everything is deleted in the background, but it can't be restored anymore, and its bytes are free right away. */
  async function purgeLink(tx: Transaction, userId: string, linkId: string) {
    const purged = await tx.purgeTrashedLink(userId, linkId)
    if (!purged) return false
    await tx.freeBytes(userId, purged.bytes)
    await tx.insertTask(removals.taskOf(purged.removedId))
    return true
  }

  async function purgeImages(tx: Transaction, userId: string, ids: string[]) {
    if (ids.length === 0) return 0
    const removedId = newId()
    const { images, bytes } = await tx.purgeTrashed(userId, ids, removedId, instantNow(clock))
    await tx.freeBytes(userId, bytes)
    await tx.insertTask(removals.taskOf(removedId))
    return images
  }

  const purgeChosen = (userId: string, linkIds: string[], imageIds: string[]) =>
    repository.transaction(async (tx) => {
      await tx.lockUsage(userId)
      if ((await purgeImages(tx, userId, imageIds)) < imageIds.length) throw notInTrash()
      for (const id of linkIds) if (!(await purgeLink(tx, userId, id))) throw notInTrash()
      return linkIds.length + imageIds.length
    })

  /** Deletes some of the images that were deleted up to this instant. Returns their number. */
  const purgeSomeImages = (userId: string, until: string) =>
    withRest(() =>
      repository.transaction(async (tx) => {
        await tx.lockUsage(userId)
        return purgeImages(tx, userId, await tx.listTrashedUntil(userId, until, stepSize))
      }),
    )

  /** Deletes the link that has been in the trash longest. Returns false if none was deleted up to this instant. */
  async function purgeNextLink(until: string, ofUser?: string) {
    const [link] = await repository.listTrashedLinksUntil(until, 1, ofUser)
    if (!link) return false
    await withRest(() =>
      repository.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        await purgeLink(tx, link.userId, link.id)
      }),
    )
    return true
  }

  async function purgeUntil(userId: string, until: string) {
    let done = 0
    for (let count = stepSize; count === stepSize; done += count) count = await purgeSomeImages(userId, until)
    while (await purgeNextLink(until, userId)) done++
    return done
  }

  return {
    async list(viewer: Viewer, query: Query) {
      const limit = query.limit ?? pageMaxSize
      if (trashDays === 0) return { data: [], totals: { links: 0, images: 0, bytes: 0 } }
      const found = await (query.kind === 'link' ? listLinks : listImages)(viewer, { ...query, limit })
      const data = found.slice(0, limit)
      const last = data.at(-1)
      const isMore = last !== undefined && found.length > limit
      return {
        data,
        totals: await totalsOf(viewer.userId),
        ...(isMore && { nextCursor: encodeCursor({ value: last.deletedAt, id: last._id }) }),
      }
    },

    async restore({ userId }: Viewer, { linkIds = [], imageIds = [] }: Restoration) {
      if (trashDays === 0) throw notInTrash()
      const [wantedLinks, wantedImages] = [[...new Set(linkIds)], [...new Set(imageIds)]]
      const { linkLimit, imageLimit } = await planOf(userId)
      const changed = await repository.transaction(async (tx) => {
        await tx.lockUsage(userId)
        const links = await tx.restoreTrashedLinks(userId, wantedLinks)
        if (links.length < wantedLinks.length) throw notInTrash()
        const changedLinks = await restoreImages(tx, userId, wantedImages)
        const images = links.reduce((sum, link) => sum + link.images, wantedImages.length)
        const limits = { links: linkLimit, images: imageLimit }
        const exceeded = await tx.countRestored(userId, { links: links.length, images }, limits)
        if (exceeded) throw limitReached(exceeded)
        return [...links.map(({ id }) => id), ...changedLinks]
      })
      invalidation.invalidateEach(changed)
      return wantedLinks.length + wantedImages.length
    },

    async remove({ userId }: Viewer, { linkIds = [], imageIds = [], until }: Purge) {
      const now = instantNow(clock)
      const instant = until === undefined ? undefined : new Date(until).toISOString()
      const done =
        instant === undefined
          ? await purgeChosen(userId, [...new Set(linkIds)], [...new Set(imageIds)])
          : await purgeUntil(userId, instant < now ? instant : now)
      removals.nudge()
      return done
    },

    /** Deletes what has been in the trash for long enough, and always for at least a day. */
    async sweep() {
      await syncClock()
      const until = new Date(clock.now().getTime() - days(Math.max(trashDays, 1))).toISOString()
      while (!isStopping()) {
        const userId = await repository.findOwnerToSweep(until)
        if (userId === undefined) break
        await purgeSomeImages(userId, until)
      }
      while (!isStopping() && (await purgeNextLink(until)));
      removals.nudge()
    },
  }
}
export type TrashService = ReturnType<typeof createTrashService>

const notInTrash = () => new AppError('NOT_FOUND', "That isn't in the trash anymore")

const limitReached = (limit: 'links' | 'images') =>
  limit === 'links'
    ? new AppError('LINK_LIMIT_REACHED', "You've reached your plan's link limit. Delete a link or change your plan.")
    : new AppError('IMAGE_LIMIT_REACHED', "You've reached your plan's image limit. Delete images or change your plan.")
