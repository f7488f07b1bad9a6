import { type SqlBool, sql } from 'kysely'
import { countImages, lockUsage, subtractUsage } from '#server/features/accounts/usage.repository.ts'
import { freedBytes } from '#server/features/removals/removals.repository.ts'
import { insertAddedImages } from '#server/features/webhooks/webhook-events.repository.ts'
import { type Bound, countWithin } from '#server/platform/database/bounded-counts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { ImageChange } from '#shared/image-forms.ts'
import { bindCameraPatches } from './camera-patches.repository.ts'
import { bindScheduledDeletions } from './file-deletions.repository.ts'
import { bindImageCopies } from './image-copies.repository.ts'
import { bytesOf } from './image-files.ts'
import { guestColumns, linkColumns, type NewImage, type ReadColumns, toImages } from './image-rows.ts'
import { isAdder, isLive, listOwnedImages } from './live-images.repository.ts'
import { bindSections, type SectionRecord } from './sections.repository.ts'
import { bindTrashedImages } from './trashed-images.repository.ts'
import { bindUploadKeys } from './upload-keys.repository.ts'
import { bindWaitingImages } from './waiting-images.repository.ts'

/** Returns false if the image has too many comments. */
export const countComments = (db: Database, imageId: string, bound: Bound) =>
  countWithin(db, { table: 'images', column: 'comment_count' }, imageId, bound)

export const createImageRepository = (db: Database) => withTransactions(db, bindImages)
export type ImageTransaction = ReturnType<typeof bindImages>
export type ImageRepository = ReturnType<typeof createImageRepository>

type OwnedLink = { id: string; userId: string }

/** The cover and the first three other images. */
export const previewCount = 4

/** Both engines limit the number of values in a statement. */
const placedAtOnce = 1000

const firstInOrder = sql`(
  select id from images where link_id = links.id and ${isLive} order by section_position, position, id limit 1
)`

const isWithoutCover = sql<SqlBool>`not exists (
  select 1 from images where images.id = links.cover_image_id and images.link_id = links.id and ${isLive}
)`

export function bindImages(db: Database) {
  const withLink = () =>
    db
      .selectFrom('images')
      .where(isLive)
      .innerJoin('links', 'links.id', 'images.link_id')
      .innerJoin('users', 'users.id', 'images.user_id')
      .leftJoin('guests', 'guests.id', 'images.guest_id')
      .leftJoin('users as adders', (join) => join.on(isAdder))
      .selectAll('images')
      .select(guestColumns)
      .select(linkColumns)
      .select(['users.name as user_name', 'users.gallery_name'])

  /** Treats images of accounts that are being removed as deleted. */
  async function listMany(ids: string[]) {
    const rows = await withLink().where('images.id', 'in', ids).execute()
    return toImages(rows.filter((row) => row.link_owner_state !== 'removed'))
  }

  const waiting = bindWaitingImages(db)

  async function find(id: string) {
    const [image] = await listMany([id])
    return image
  }

  return {
    ...waiting,
    ...bindTrashedImages(db),
    ...bindCameraPatches(db),
    ...bindImageCopies(db),
    ...bindScheduledDeletions(db),
    ...bindSections(db),
    ...bindUploadKeys(db),

    listMany,

    find,

    listOwned: (userId: string, ids: string[]) => listOwnedImages(db, userId, ids),

    /** Also finds images that need approval. Looks again, because the image may be approved in between. */
    findAny: async (id: string) => (await find(id)) ?? (await waiting.findWaiting(id)) ?? find(id),

    async listOf(linkId: string) {
      const rows = await withLink()
        .where('images.link_id', '=', linkId)
        .orderBy('images.section_position')
        .orderBy('images.position')
        .orderBy('images.id')
        .execute()
      return toImages(rows)
    },

    /** Lists the first images in gallery order, or the ones that appeared last. */
    async listFirst(linkId: string, order: 'newest' | 'gallery', limit: number) {
      const query = withLink().where('images.link_id', '=', linkId).limit(limit)
      const inOrder =
        order === 'gallery'
          ? query.orderBy('images.section_position').orderBy('images.position').orderBy('images.id')
          : query.orderBy(sql`coalesce(images.shown_at, images.created_at)`, 'desc').orderBy('images.id', 'desc')
      return toImages(await inOrder.execute())
    },

    /**
     * Returns each link's cover and its first images in order. A cover that's among the first images appears twice.
     * Looking up each position separately keeps this fast for large links.
     */
    async listPreviews(linkIds: string[]) {
      if (linkIds.length === 0) return []
      const places = Array.from({ length: previewCount }, (_, place) => {
        const inOrder = sql`
          select id from images where link_id = wanted.id and ${isLive} order by section_position, position, id`
        return sql`select (${inOrder} limit 1 offset ${sql.lit(place)}), ${sql.lit(place + 1)} from wanted`
      })
      const { rows } = await sql<ReadColumns & { place: number }>`
        with wanted as (select id, cover_image_id from links where id in (${sql.join(linkIds)})),
          placed (image_id, place) as (select cover_image_id, 0 from wanted union all ${sql.join(places, sql` union all `)})
        select images.*, placed.place, (select users.name from users where users.id = images.user_id) as user_name,
          guests.name as guest_name, guests.invitation_id as guest_invitation_id, guests.user_id as guest_user_id,
          adders.name as adder_name, adders.gallery_name as adder_gallery_name, adders.removed_at as adder_removed_at
        from placed cross join images
          left join guests on guests.id = images.guest_id left join users as adders on ${isAdder}
        where images.id = placed.image_id order by placed.place`.execute(db)
      return rows
    },

    async usageOf(userId: string) {
      const row = await db
        .selectFrom('usage')
        .select(['images', 'bytes'])
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return { images: row?.images ?? 0, bytes: Number(row?.bytes ?? 0) }
    },

    takePlaces: (userId: string, taken: Parameters<typeof countImages>[2], limits: Parameters<typeof countImages>[3]) =>
      countImages(db, userId, taken, limits),
    freePlaces: (userId: string, freed: { images: number; bytes: number }) => subtractUsage(db, userId, freed),

    /** Blocks other changes to this user's images. */
    lockUsage: (userId: string) => lockUsage(db, userId),

    /**
     * Adds `count` to the image count and reserves that many positions at the end. Returns the first position, or
     * undefined if the link is gone. A negative count reserves no positions. Images that only move to another section
     * need positions but aren't counted.
     */
    async takePositions(
      { id, userId }: { id: string; userId: string },
      count: number,
      now: string,
      positions = Math.max(count, 0),
    ) {
      const row = await db
        .updateTable('links')
        .set((eb) => ({
          image_count: eb('image_count', '+', count),
          next_position: eb('next_position', '+', positions),
          updated_at: now,
        }))
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returning('next_position')
        .executeTakeFirst()
      return row && row.next_position - positions
    },

    async insert(image: NewImage, position: number, section?: SectionRecord) {
      await db
        .insertInto('images')
        .values({
          id: image.id,
          link_id: image.linkId,
          user_id: image.userId,
          position,
          section_id: section?.id ?? null,
          section_position: section?.position ?? 0,
          title: image.title,
          description: image.description,
          file_name: image.fileName,
          taken_at: image.takenAt,
          taken_offset: image.takenOffset,
          width: image.width,
          height: image.height,
          placeholder: image.placeholder,
          is_animated: image.isAnimated ? 1 : 0,
          files: JSON.stringify(image.files),
          file_hashes: JSON.stringify(image.fileHashes),
          views: 0,
          cover_focus_x: null,
          cover_focus_y: null,
          camera: image.camera && JSON.stringify(image.camera),
          bytes: bytesOf(image.files),
          guest_id: image.guestId,
          added_by: image.addedBy ?? null,
          adder_id: image.adderId ?? null,
          received_hash: image.receivedHash,
          created_at: image.createdAt,
        })
        .execute()
      const link = { id: image.linkId, userId: image.userId }
      await insertAddedImages(db, { link, now: image.createdAt }, [image])
    },

    /** For images that are copied or moved to the link. */
    notifyWebhooks: (link: OwnedLink, images: Pick<NewImage, 'id' | 'fileName'>[], now: string) =>
      insertAddedImages(db, { link, now }, images),

    async update(id: string, { title, description, coverFocus }: ImageChange) {
      const columns = {
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(coverFocus !== undefined && { cover_focus_x: coverFocus?.x ?? null, cover_focus_y: coverFocus?.y ?? null }),
      }
      if (Object.keys(columns).length === 0) return
      await db.updateTable('images').set(columns).where('id', '=', id).execute()
    },

    /** Returns what this frees of the account's usage. */
    async remove(userId: string, ids: string[]) {
      const rows = await db.deleteFrom('images').where('id', 'in', ids).returning(['id', 'folder', 'bytes']).execute()
      return { images: rows.length, bytes: await freedBytes(db, userId, rows) }
    },

    setCover: (linkId: string, imageId: string, now: string) =>
      db
        .updateTable('links')
        .set({ cover_image_id: imageId, cover_chosen: 1, updated_at: now })
        .where('id', '=', linkId)
        .execute(),

    /** Call this after a change of the order. Makes the first image the cover, unless the owner picked one. */
    refreshCover: (linkId: string) =>
      sql`
        update links set cover_chosen = 0, cover_image_id = ${firstInOrder}
        where id = ${linkId} and cover_image_id is distinct from ${firstInOrder}
          and (cover_chosen = 0 or ${isWithoutCover})`.execute(db),

    /** Call this after images are added or removed. A cover that's still in the link stays. */
    replaceMissingCover: (linkId: string) =>
      sql`
        update links set cover_chosen = 0, cover_image_id = ${firstInOrder}
        where id = ${linkId} and cover_image_id is distinct from ${firstInOrder} and ${isWithoutCover}`.execute(db),

    /**
     * Moves the images to the link, in the given order, starting at position `first`. Without `section`, images of this
     * link keep their sections.
     */
    async place(linkId: string, ids: string[], first: number, section?: SectionRecord | null) {
      const filed = sql`section_id = ${section?.id ?? null}, section_position = ${sql.lit(section?.position ?? 0)}`
      const kept = sql`
        section_id = case when link_id = ${linkId} then section_id end,
        section_position = case when link_id = ${linkId} then section_position else 0 end`
      // Without a new section, images that keep their place aren't written again.
      const changed = section === undefined ? sql`and (link_id <> ${linkId} or position <> v.column2)` : sql``
      for (let at = 0; at < ids.length; at += placedAtOnce) {
        const some = ids.slice(at, at + placedAtOnce)
        const rows = some.map((id, index) => sql`(${id}, ${sql.lit(first + at + index)})`)
        await sql`
          update images set link_id = ${linkId}, position = v.column2, ${section === undefined ? kept : filed}
          from (values ${sql.join(rows)}) as v
          where images.id = v.column1 ${changed}`.execute(db)
      }
    },
  }
}

/**
 * Gives the owner's images of a link to another account. Returns what this frees of the owner's usage. Images in the trash
 * didn't count, but their bytes did.
 */
export async function moveImages(db: Database, { id, userId: ownerId }: OwnedLink, userId: string) {
  const given = { user_id: userId }
  const shown = db.updateTable('images').set(given).where('link_id', '=', id).where('user_id', '=', ownerId)
  const waiting = db.updateTable('waiting_images').set(given).where('link_id', '=', id)
  const rows = [
    ...(await shown.returning(['id', 'folder', 'bytes', 'trashed_at']).execute()),
    ...(await waiting
      .returning(['id', sql<null>`null`.as('folder'), 'bytes', sql<null>`null`.as('trashed_at')])
      .execute()),
  ]
  const counted = rows.filter(({ trashed_at: trashedAt }) => trashedAt === null)
  return { images: counted.length, bytes: await freedBytes(db, ownerId, rows) }
}

/** Returns the new number of views, or undefined if the image was deleted or is in the trash. */
export async function addViews(db: Database, id: string, count: number) {
  const images = db.updateTable('images').set((eb) => ({ views: eb('views', '+', count) }))
  // Also in the trash, because the last views are written after the image was deleted.
  const row = await images.where('id', '=', id).returning('views').executeTakeFirst()
  return row?.views
}
