import { type RawBuilder, sql } from 'kysely'
import { recountGuests } from '#server/features/access/guests.repository.ts'
import { lockUsage, recountUsage } from '#server/features/accounts/usage.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CameraPatch } from './image-rows.ts'
import { insertCameraPatch } from './images.repository.ts'

const pageSize = 1000

async function* inPages<Row extends { id: string }>(findAfter: (id: string) => Promise<Row[]>) {
  for (let after = ''; ; ) {
    const rows = await findAfter(after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

type StoredFile = { name: string; kind: string; type: string; width: number; height: number; bytes: number }

/** A file that an image should have. `sha256` is undefined if the file hasn't been hashed yet. */
export type InspectedFile = StoredFile & { sha256?: string }

const toFiles = (row: { files: string; file_hashes: string | null }): InspectedFile[] => {
  const hashes: Record<string, string> = row.file_hashes === null ? {} : JSON.parse(row.file_hashes)
  return (JSON.parse(row.files) as StoredFile[]).map((file) => {
    const sha256 = hashes[file.name]
    return sha256 === undefined ? file : { ...file, sha256 }
  })
}

type ReplacedFiles = {
  userId: string
  files: InspectedFile[]
  bytes: number
  /** Undefined leaves the stored patch unchanged. Null removes it. */
  cameraPatch: CameraPatch | null | undefined
}

/** Includes images that need approval. */
const allImages = (db: Database) => {
  const columns = ['id', 'user_id', 'files', 'file_hashes', 'bytes'] as const
  return db
    .selectFrom(
      db.selectFrom('images').select(columns).unionAll(db.selectFrom('waiting_images').select(columns)).as('all'),
    )
    .selectAll()
}

export async function countAllImages(db: Database) {
  const count = db.fn.countAll<number>().as('count')
  const shown = await db.selectFrom('images').select(count).executeTakeFirstOrThrow()
  const waiting = await db.selectFrom('waiting_images').select(count).executeTakeFirstOrThrow()
  return Number(shown.count) + Number(waiting.count)
}

/** These queries can scan whole tables, so use them only in maintenance commands. */
export function createInspectionRepository(db: Database) {
  const idsInPages = (ask: (after: string) => RawBuilder<{ id: string }>) =>
    inPages(async (after) => (await ask(after).execute(db)).rows)

  return {
    async *images() {
      const rows = inPages((after) => allImages(db).where('id', '>', after).orderBy('id').limit(pageSize).execute())
      for await (const row of rows) yield { id: row.id, files: toFiles(row), bytes: Number(row.bytes) }
    },

    countImages: () => countAllImages(db),

    async findImage(id: string) {
      const row = await allImages(db).where('id', '=', id).executeTakeFirst()
      return row && { userId: row.user_id, files: toFiles(row), hasHashes: row.file_hashes !== null }
    },

    async countScheduled() {
      const count = db.fn.countAll<number>().as('count')
      return Number((await db.selectFrom('doomed_objects').select(count).executeTakeFirstOrThrow()).count)
    },

    async isScheduled(prefix: string) {
      const row = await db.selectFrom('doomed_objects').select('prefix').where('prefix', '=', prefix).executeTakeFirst()
      return row !== undefined
    },

    async isUploading(uploadId: string) {
      const uploads = db.selectFrom('resumable_uploads').select('id').where('id', '=', uploadId)
      return (await uploads.where('image_id', 'is', null).executeTakeFirst()) !== undefined
    },

    usersWithWrongCounters: () =>
      idsInPages(
        (after) => sql`
          select user_id as id from usage
          where user_id > ${after}
            and (links <> (select count(*) from links where links.user_id = usage.user_id)
              or images <> (select count(*) from images where images.user_id = usage.user_id)
                + (select count(*) from waiting_images where waiting_images.user_id = usage.user_id)
              or bytes <> (select coalesce(sum(images.bytes), 0) from images where images.user_id = usage.user_id)
                + (select coalesce(sum(bytes), 0) from waiting_images where waiting_images.user_id = usage.user_id))
          order by user_id limit ${pageSize}`,
      ),

    linksWithWrongCounters: () =>
      idsInPages(
        (after) => sql`
          select id from links
          where id > ${after} and (
            image_count <> (select count(*) from images where images.link_id = links.id)
            or waiting_count <> (select count(*) from waiting_images where waiting_images.link_id = links.id)
            or guest_image_count <> waiting_count
              + (select count(*) from images where images.link_id = links.id and images.guest_id is not null))
          order by id limit ${pageSize}`,
      ),

    /** Sections must be counted, and images must be in a section of their link, at its position. */
    linksWithWrongSections: () =>
      idsInPages(
        (after) => sql`
          select id from links
          where id > ${after} and (
            section_count <> (select count(*) from sections where sections.link_id = links.id)
            or exists (
              select 1 from images left join sections on sections.id = images.section_id
              where images.link_id = links.id and (images.section_position <> coalesce(sections.position, 0)
                or sections.link_id <> images.link_id)))
          order by id limit ${pageSize}`,
      ),

    /** A link must have a cover if and only if it has images, and the cover must be one of them. */
    linksWithWrongCovers: () =>
      idsInPages(
        (after) => sql`
          select id from links
          where id > ${after}
            and ((case when exists (select 1 from images where images.link_id = links.id) then 1 else 0 end)
                <> (select count(*) from images where images.link_id = links.id and images.id = links.cover_image_id)
              or (cover_image_id is not null and image_count = 0))
          order by id limit ${pageSize}`,
      ),

    replaceFiles: (id: string, { userId, files, bytes, cameraPatch }: ReplacedFiles) =>
      db.transaction().execute(async (tx) => {
        await lockUsage(tx, userId)
        const hashes = Object.fromEntries(files.flatMap(({ name, sha256 }) => (sha256 ? [[name, sha256]] : [])))
        const stored = files.map(({ sha256: _sha256, ...file }) => file)
        const isHashed = files.every(({ sha256 }) => sha256)
        const columns = {
          files: JSON.stringify(stored),
          bytes,
          ...(isHashed && { file_hashes: JSON.stringify(hashes) }),
        }
        await tx.updateTable('images').set(columns).where('id', '=', id).execute()
        await tx.updateTable('waiting_images').set(columns).where('id', '=', id).execute()
        if (cameraPatch !== undefined) {
          await tx.deleteFrom('camera_patches').where('image_id', '=', id).execute()
          if (cameraPatch) await insertCameraPatch(tx, id, cameraPatch)
        }
        await recountUsage(tx, userId)
      }),

    async setBytes(id: string, bytes: number) {
      await db.updateTable('images').set({ bytes }).where('id', '=', id).execute()
      await db.updateTable('waiting_images').set({ bytes }).where('id', '=', id).execute()
    },

    /** Locks the row first, so the recount sees concurrent changes. */
    recountUser: (id: string) =>
      db.transaction().execute(async (tx) => {
        await lockUsage(tx, id)
        await recountUsage(tx, id)
      }),

    recountLink: (id: string) =>
      db.transaction().execute(async (tx) => {
        await sql`update links set image_count = image_count where id = ${id}`.execute(tx)
        await sql`
          update links set image_count = (select count(*) from images where images.link_id = links.id),
            waiting_count = (select count(*) from waiting_images where waiting_images.link_id = links.id),
            guest_image_count = (select count(*) from waiting_images where waiting_images.link_id = links.id)
              + (select count(*) from images where images.link_id = links.id and images.guest_id is not null)
          where id = ${id}`.execute(tx)
        await recountGuests(tx, id)
      }),

    repairSections: (id: string) =>
      db.transaction().execute(async (tx) => {
        await sql`
          update links set section_count = (select count(*) from sections where sections.link_id = links.id)
          where id = ${id}`.execute(tx)
        await sql`
          update images set section_id = null where link_id = ${id} and section_id is not null
            and not exists (select 1 from sections where sections.id = images.section_id and link_id = ${id})
          `.execute(tx)
        await sql`
          update images set section_position =
            coalesce((select position from sections where sections.id = images.section_id), 0)
          where link_id = ${id}`.execute(tx)
      }),

    resetCover: (id: string) =>
      db.transaction().execute(async (tx) => {
        await sql`update links set cover_chosen = 0 where id = ${id}`.execute(tx)
        await sql`
          update links set cover_image_id =
            (select id from images where images.link_id = links.id
              order by section_position, position, id limit 1)
          where id = ${id}`.execute(tx)
      }),
  }
}
export type InspectionRepository = ReturnType<typeof createInspectionRepository>
