import { type SqlBool, sql } from 'kysely'
import { countGuestImage, countGuests, insertImportedGuests } from '#server/features/access/guests.repository.ts'
import { insertAddedImages } from '#server/features/webhooks/webhook-events.repository.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { idFrom } from '#server/platform/ids.ts'
import { maxGuestsOfLink, maxInvitations } from '#shared/limits.ts'
import { bytesOf } from './image-files.ts'
import { type CameraPatch, guestColumns, linkColumns, type NewImage, toImages, withoutHistory } from './image-rows.ts'
import { isLive } from './live-images.repository.ts'

/** Which images of a link that need approval. */
export type WaitingFilter = { imageIds: string[] } | { guestId: string } | { until: string }

type QueuePage = { guestId?: string | undefined; after: Cursor | undefined; limit: number }

/** Keys of guests can't collide with each other or with the owner's, because a key contains no spaces. */
const keyOfGuest = (guestId: string, key: string) => `${guestId} ${key}`

export function bindWaitingImages(db: Database) {
  const withLink = () =>
    db
      .selectFrom('waiting_images')
      .innerJoin('links', 'links.id', 'waiting_images.link_id')
      .innerJoin('users', 'users.id', 'waiting_images.user_id')
      .innerJoin('guests', 'guests.id', 'waiting_images.guest_id')
      .leftJoin('users as adders', 'adders.id', 'guests.user_id')
      .selectAll('waiting_images')
      .select(guestColumns)
      .select(linkColumns)
      .select(['users.name as user_name', 'users.gallery_name'])

  async function listWaiting(ids: string[]) {
    if (ids.length === 0) return []
    const rows = await withLink().where('waiting_images.id', 'in', ids).execute()
    return toImages(rows.filter((row) => row.link_owner_state !== 'removed').map(withoutHistory), 'waiting')
  }

  /** Moves these images to `images`, in order of arrival, starting at position `first`. */
  async function moveToImages(ids: string[], first: number, now: string) {
    const rows = await db
      .selectFrom('waiting_images')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    if (rows.length === 0) return rows
    await db
      .insertInto('images')
      .values(
        rows.map((row, index) => {
          const { upload_key: _key, camera_patch: _patch, ...image } = withoutHistory(row)
          return { ...image, position: first + index, shown_at: now }
        }),
      )
      .execute()
    const keys = rows.flatMap(({ id, link_id, guest_id, upload_key: key }) =>
      key === null ? [] : [{ link_id, upload_key: keyOfGuest(guest_id, key), image_id: id }],
    )
    if (keys.length > 0) {
      await db
        .insertInto('upload_keys')
        .values(keys)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    const patches = rows.flatMap(({ id, camera_patch: patch }) =>
      patch === null ? [] : [{ image_id: id, ...(JSON.parse(patch) as StoredPatch) }],
    )
    if (patches.length > 0) await db.insertInto('camera_patches').values(patches).execute()
    await db
      .deleteFrom('waiting_images')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute()
    return rows
  }

  return {
    listWaiting,

    async findWaiting(id: string) {
      const [image] = await listWaiting([id])
      return image
    },

    async findWaitingPatch(id: string): Promise<CameraPatch | undefined> {
      const row = await db.selectFrom('waiting_images').select('camera_patch').where('id', '=', id).executeTakeFirst()
      return row?.camera_patch ? toPatch(row.camera_patch) : undefined
    },

    insertWaiting: (image: NewImage & { guestId: string }, key: string | undefined) =>
      db
        .insertInto('waiting_images')
        .values({
          id: image.id,
          link_id: image.linkId,
          user_id: image.userId,
          guest_id: image.guestId,
          upload_key: key ?? null,
          received_hash: image.receivedHash,
          file_name: image.fileName,
          taken_at: image.takenAt,
          taken_offset: image.takenOffset,
          width: image.width,
          height: image.height,
          placeholder: image.placeholder,
          is_animated: image.isAnimated ? 1 : 0,
          files: JSON.stringify(image.files),
          file_hashes: JSON.stringify(image.fileHashes),
          camera: image.camera && JSON.stringify(image.camera),
          camera_patch: image.cameraPatch && fromPatch(image.cameraPatch),
          bytes: bytesOf(image.files),
          created_at: image.createdAt,
        })
        .execute(),

    /** Creates the guest of imported images, who has no pass. Everyone with the same name is one guest. */
    async insertImportedGuest(linkId: string, name: string, now: string) {
      const id = idFrom('author', linkId, name)
      const count = await insertImportedGuests(db, linkId, [{ id, name, email: null, createdAt: now }])
      return (await countGuests(db, linkId, { count, max: maxGuestsOfLink + maxInvitations })) ? id : undefined
    },

    countGuestImage: (image: Parameters<typeof countGuestImage>[1], max: Parameters<typeof countGuestImage>[2]) =>
      countGuestImage(db, image, max),

    /** Returns the image that this guest already added with the same key or the same bytes. */
    async findRepeat(linkId: string, guestId: string, { key, hash }: { key?: string | undefined; hash?: string }) {
      const waiting = db.selectFrom('waiting_images').select('id').where('guest_id', '=', guestId)
      if (key !== undefined) {
        // An image that was moved to another link doesn't belong to the guest anymore.
        const shown = await db
          .selectFrom('upload_keys')
          .innerJoin('images', 'images.id', 'upload_keys.image_id')
          .select('images.id')
          .where('upload_keys.link_id', '=', linkId)
          .where('upload_key', '=', keyOfGuest(guestId, key))
          .where('images.guest_id', '=', guestId)
          .where(isLive)
          .executeTakeFirst()
        const first = shown ?? (await waiting.where('upload_key', '=', key).executeTakeFirst())
        if (first) return first.id
      }
      if (hash === undefined) return undefined
      const shown = await db
        .selectFrom('images')
        .select('id')
        .where('link_id', '=', linkId)
        .where('received_hash', '=', hash)
        .where('guest_id', '=', guestId)
        .where(isLive)
        .executeTakeFirst()
      return (shown ?? (await waiting.where('received_hash', '=', hash).executeTakeFirst()))?.id
    },

    claimGuestKey: (linkId: string, guestId: string, key: string, imageId: string) =>
      db
        .insertInto('upload_keys')
        .values({ link_id: linkId, upload_key: keyOfGuest(guestId, key), image_id: imageId })
        .onConflict((conflict) => conflict.columns(['link_id', 'upload_key']).doUpdateSet({ image_id: imageId }))
        .execute(),

    /** Lists the IDs of the oldest images that match. */
    async listWaitingIds(linkId: string, filter: WaitingFilter, limit: number) {
      let query = db.selectFrom('waiting_images').select('id').where('link_id', '=', linkId)
      if ('imageIds' in filter) query = query.where('id', 'in', filter.imageIds)
      else if ('guestId' in filter) query = query.where('guest_id', '=', filter.guestId)
      else query = query.where('created_at', '<=', filter.until)
      const rows = await query.orderBy('created_at').orderBy('id').limit(limit).execute()
      return rows.map(({ id }) => id)
    },

    /** Deletes images of the link that still need approval. Returns their number and size. */
    async removeWaiting(linkId: string, ids: string[]) {
      const rows = await db
        .deleteFrom('waiting_images')
        .where('link_id', '=', linkId)
        .where('id', 'in', ids)
        .returning('bytes')
        .execute()
      return { images: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) }
    },

    moveToImages,

    async approve(ids: string[], first: number, now: string) {
      const rows = await moveToImages(ids, first, now)
      const [row] = rows
      if (!row) return
      const added = rows.map(({ id, file_name }) => ({ id, fileName: file_name }))
      await insertAddedImages(db, { link: { id: row.link_id, userId: row.user_id }, now }, added)
    },

    /** Lists a link's images that guests added, oldest first, and another image of the link with the same bytes. */
    async listQueue(linkId: string, state: 'waiting' | 'shown', { guestId, after, limit }: QueuePage) {
      const table = state === 'waiting' ? 'waiting_images' : 'images'
      let query = db
        .selectFrom(table)
        .select([`${table}.id`, `${table}.created_at`, `${table}.received_hash`, `${table}.bytes`])
        .where('link_id', '=', linkId)
        .where('guest_id', 'is not', null)
        .$if(table === 'images', (shown) => shown.where(isLive))
      if (guestId !== undefined) query = query.where('guest_id', '=', guestId)
      if (after) query = query.where(sql<SqlBool>`(created_at, id) > (${after.value}, ${after.id})`)
      const rows = await query
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit + 1)
        .execute()
      const last = rows.length > limit ? rows[limit - 1] : undefined
      return { rows: rows.slice(0, limit), next: last && { value: last.created_at, id: last.id } }
    },

    /** Maps each hash to the link's first two images with it. */
    async listSame(linkId: string, hashes: string[]) {
      const found = new Map<string, string[]>()
      if (hashes.length === 0) return found
      for (const table of ['images', 'waiting_images'] as const) {
        const rows = await db
          .selectFrom(table)
          .select([`${table}.id`, `${table}.received_hash`])
          .where('link_id', '=', linkId)
          .where('received_hash', 'in', hashes)
          .$if(table === 'images', (shown) => shown.where(isLive))
          .orderBy('created_at')
          .execute()
        for (const { id, received_hash: hash } of rows) {
          const known = found.get(hash ?? '') ?? []
          if (hash !== null && known.length < 2) found.set(hash, [...known, id])
        }
      }
      return found
    },

    /** Lists everything a guest added to the link, newest first. */
    async listIdsOfGuest(linkId: string, guestId: string) {
      const ofTable = (table: 'images' | 'waiting_images') =>
        db
          .selectFrom(table)
          .select([`${table}.id`, `${table}.created_at`])
          .where('link_id', '=', linkId)
          .where('guest_id', '=', guestId)
          .$if(table === 'images', (shown) => shown.where(isLive))
          .execute()
      const rows = [...(await ofTable('images')), ...(await ofTable('waiting_images'))]
      const newestFirst = rows.sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
      return newestFirst.map(({ id }) => id)
    },
  }
}

/** The columns of `camera_patches`. */
type StoredPatch = { starts_at: number; bytes: string }

const fromPatch = ({ at, bytes }: CameraPatch) =>
  JSON.stringify({ starts_at: at, bytes: Buffer.from(bytes).toString('base64') } satisfies StoredPatch)

function toPatch(json: string): CameraPatch {
  const { starts_at: at, bytes } = JSON.parse(json) as StoredPatch
  return { at, bytes: Buffer.from(bytes, 'base64') }
}
