import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import type { Tables } from '#server/platform/database/schema.ts'

/** Owners give a title and so on, and guests their name. */
export type UploadFields = {
  title?: string
  description?: string
  isCoverImage?: 'true' | 'false' | 'on' | ''
  takenAt?: string | undefined
  sectionId?: string
  name?: string
}

export type Creator = { userId: string } | { guestId: string }

export type ResumableUpload = {
  id: string
  linkId: string
  creator: Creator
  passId: string | null
  network: string
  fileName: string
  fields: UploadFields
  length: number
  offset: number
  parts: string[]
  imageId: string | null
  isRepeat: boolean
  expiresAt: string
}

type NewUpload = Omit<ResumableUpload, 'offset' | 'parts' | 'imageId' | 'isRepeat'>

type Claim = { id: string; writer: string; offset: number; bytes: number; passId: string | null; now: string }

type Abandoned = { touchedBefore: string; now: string; maxFailures: number; limit: number }

type Part = { name: string; bytes: number; now: string; expiresAt: string }

const idOf = (creator: Creator) => ('userId' in creator ? creator.userId : creator.guestId)

const toUpload = (row: Selectable<Tables['resumable_uploads']>): ResumableUpload => ({
  id: row.id,
  linkId: row.link_id,
  creator: row.guest_id === null ? { userId: row.user_id ?? '' } : { guestId: row.guest_id },
  passId: row.pass_id,
  network: row.network,
  fileName: row.file_name,
  fields: JSON.parse(row.fields),
  length: Number(row.length),
  offset: Number(row.received),
  parts: row.parts.split(' ').filter(Boolean),
  imageId: row.image_id,
  isRepeat: row.is_repeat === 1,
  expiresAt: row.expires_at,
})

export function createResumableUploadRepository(db: Database) {
  const unfinished = db.selectFrom('resumable_uploads').where('image_id', 'is', null)

  /** Only changes the upload while this request is still the newest. */
  const updateClaimed = ({ id, writer, offset }: Pick<Claim, 'id' | 'writer' | 'offset'>) =>
    db
      .updateTable('resumable_uploads')
      .where('id', '=', id)
      .where('writer', '=', writer)
      .where('received', '=', offset)
      .where('image_id', 'is', null)

  return {
    async find(id: string, now: string) {
      const row = await db
        .selectFrom('resumable_uploads')
        .selectAll()
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toUpload(row)
    },

    /** The oldest first. */
    listUnfinished: (creator: Creator) =>
      unfinished
        .select(['id', 'slot', 'touched_at as touchedAt'])
        .where('creator', '=', idOf(creator))
        .orderBy('touched_at')
        .execute(),

    /** Returns false if a concurrent upload took the slot. */
    async insert(upload: NewUpload, slot: number, now: string) {
      const { id, linkId, creator, passId, network, fileName, fields, length, expiresAt } = upload
      const result = await db
        .insertInto('resumable_uploads')
        .values({
          id,
          link_id: linkId,
          user_id: 'userId' in creator ? creator.userId : null,
          guest_id: 'guestId' in creator ? creator.guestId : null,
          creator: idOf(creator),
          slot,
          pass_id: passId,
          network,
          file_name: fileName,
          fields: JSON.stringify(fields),
          length,
          touched_at: now,
          expires_at: expiresAt,
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['creator', 'slot']).where('image_id', 'is', null).doNothing())
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Returns false if a request has used the upload in the meantime. */
    async removeIdle(id: string, touchedAt: string) {
      const result = await db
        .deleteFrom('resumable_uploads')
        .where('id', '=', id)
        .where('touched_at', '=', touchedAt)
        .where('image_id', 'is', null)
        .executeTakeFirstOrThrow()
      return result.numDeletedRows > 0n
    },

    /** Returns the bytes that guests' unfinished uploads take, in the whole link and for one network. */
    async reservedIn({ linkId, network, id }: Pick<ResumableUpload, 'linkId' | 'network' | 'id'>) {
      const { all, own } = await unfinished
        .select((eb) => [
          eb.fn.sum<number | null>('reserved').as('all'),
          eb.fn.sum<number | null>('reserved').filterWhere('network', '=', network).as('own'),
        ])
        .where('link_id', '=', linkId)
        .where('guest_id', 'is not', null)
        .where('id', '<>', id)
        .executeTakeFirstOrThrow()
      return { all: Number(all ?? 0), own: Number(own ?? 0) }
    },

    /** Replaces an earlier request. Returns false if the upload isn't at this offset. */
    async claim({ id, writer, offset, bytes, passId, now }: Claim) {
      const result = await db
        .updateTable('resumable_uploads')
        .set({ writer, reserved: offset + bytes, pass_id: passId, touched_at: now })
        .where('id', '=', id)
        .where('received', '=', offset)
        .where('image_id', 'is', null)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    /** Returns false if a newer request has replaced this one, or the upload is gone. */
    async addPart(claim: Pick<Claim, 'id' | 'writer' | 'offset'>, { name, bytes, now, expiresAt }: Part) {
      const received = claim.offset + bytes
      const result = await updateClaimed(claim)
        .set((eb) => ({
          received,
          reserved: received,
          parts: sql<string>`${eb.ref('parts')} || ${` ${name}`}`,
          part_count: eb('part_count', '+', 1),
          writer: null,
          touched_at: now,
          expires_at: expiresAt,
        }))
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    release: (claim: Pick<Claim, 'id' | 'writer' | 'offset'>) =>
      updateClaimed(claim).set({ writer: null, reserved: claim.offset }).execute(),

    /** All bytes of these have arrived, and no node has worked on them since `touchedBefore`. */
    listComplete: ({ touchedBefore, now, maxFailures, limit }: Abandoned) =>
      unfinished
        .select(['id', 'touched_at as touchedAt'])
        .whereRef('received', '=', 'length')
        .where('touched_at', '<=', touchedBefore)
        .where('expires_at', '>', now)
        .where('failures', '<', maxFailures)
        .orderBy('touched_at')
        .limit(limit)
        .execute(),

    /** Returns false if another node has taken over. */
    async takeOver(id: string, touchedAt: string, now: string) {
      const result = await db
        .updateTable('resumable_uploads')
        .set({ touched_at: now })
        .where('id', '=', id)
        .where('touched_at', '=', touchedAt)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    touch: (ids: string[], now: string) =>
      db.updateTable('resumable_uploads').set({ touched_at: now }).where('id', 'in', ids).execute(),

    countFailure: (id: string) =>
      db
        .updateTable('resumable_uploads')
        .set((eb) => ({ failures: eb('failures', '+', 1) }))
        .where('id', '=', id)
        .execute(),

    finish: (id: string, image: { id: string; isRepeat: boolean }, expiresAt: string) =>
      db
        .updateTable('resumable_uploads')
        .set({ image_id: image.id, is_repeat: image.isRepeat ? 1 : 0, parts: '', reserved: 0, expires_at: expiresAt })
        .where('id', '=', id)
        .where('image_id', 'is', null)
        .execute(),

    remove: (id: string) => db.deleteFrom('resumable_uploads').where('id', '=', id).execute(),

    /** Returns false if there was none. */
    async removeExpired(now: string) {
      const expired = db.selectFrom('resumable_uploads').select('id').where('expires_at', '<=', now)
      if (!(await expired.limit(1).executeTakeFirst())) return false
      await deleteInBatches(db, { table: 'resumable_uploads', key: ['id'], where: sql`expires_at <= ${now}` })
      return true
    },
  }
}
export type ResumableUploadRepository = ReturnType<typeof createResumableUploadRepository>
