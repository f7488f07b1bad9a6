import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasWrongCounters, recountGuests } from '#server/features/access/guests.repository.ts'
import { countedImages, lockUsage, recountUsage, usedBytes } from '#server/features/accounts/usage.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import { insertCameraPatch } from './camera-patches.repository.ts'
import type { CameraPatch } from './image-rows.ts'
import { isLive } from './live-images.repository.ts'

const pageSize = 1000

async function* inPages<Row extends { id: string; folder?: string }>(
  findAfter: (id: string, folder: string) => Promise<Row[]>,
) {
  for (let last: Row | undefined; ; ) {
    const rows = await findAfter(last?.id ?? '', last?.folder ?? '')
    yield* rows
    last = rows.at(-1)
    if (!last || rows.length < pageSize) return
  }
}

type StoredFile = { name: string; kind: string; type: string; width: number; height: number; bytes: number }

/** A file that an image should have. `sha256` is undefined if the file hasn't been hashed yet. */
export type InspectedFile = StoredFile & { sha256?: string }

/** `folder` is the ID of the image that the files were stored for. */
export type InspectedImage = { id: string; folder: string; files: InspectedFile[] }

const toFiles = (row: { files: string; file_hashes: string | null }): InspectedFile[] => {
  const hashes: Record<string, string> = row.file_hashes === null ? {} : JSON.parse(row.file_hashes)
  return (JSON.parse(row.files) as StoredFile[]).map((file) => {
    const sha256 = hashes[file.name]
    return sha256 === undefined ? file : { ...file, sha256 }
  })
}

type ReplacedFiles = {
  files: InspectedFile[]
  bytes: number
  /** Undefined leaves the stored patch unchanged. Null removes it. */
  cameraPatch: CameraPatch | null | undefined
}

const columns = ['id', 'user_id', 'files', 'file_hashes', 'bytes'] as const

/** Includes images that need approval, but not copies. */
const originals = (db: Database) =>
  db
    .selectFrom(
      db
        .selectFrom('images')
        .select(columns)
        .where('folder', 'is', null)
        .unionAll(db.selectFrom('waiting_images').select(columns))
        .as('all'),
    )
    .selectAll()

const copies = (db: Database) =>
  db
    .selectFrom('images')
    .select(columns)
    .select('folder')
    .$narrowType<{ folder: string }>()
    .where('folder', 'is not', null)

/** Merges two lists that are sorted by folder. */
async function* byFolder<Row extends { folder: string }>(one: AsyncIterator<Row>, other: AsyncIterator<Row>) {
  let [left, right] = [await one.next(), await other.next()]
  while (!left.done || !right.done) {
    if (right.done || (!left.done && left.value.folder <= right.value.folder)) {
      if (!left.done) yield left.value
      left = await one.next()
    } else {
      yield right.value
      right = await other.next()
    }
  }
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
    /** Lists images by folder, so those that share their files follow each other. */
    async *images() {
      const own = inPages(async (after) => {
        const rows = await originals(db).where('id', '>', after).orderBy('id').limit(pageSize).execute()
        return rows.map((row) => ({ ...row, folder: row.id }))
      })
      const copied = inPages((after, folder) =>
        copies(db)
          .where(sql<SqlBool>`(folder, id) > (${folder}, ${after})`)
          .orderBy('folder')
          .orderBy('id')
          .limit(pageSize)
          .execute(),
      )
      for await (const { id, folder, ...row } of byFolder(own, copied)) {
        yield { id, folder, files: toFiles(row), bytes: Number(row.bytes) }
      }
    },

    countImages: () => countAllImages(db),

    /** Returns the files that the images in this folder share. */
    async findFolder(folder: string) {
      const original = originals(db).where('id', '=', folder)
      const row =
        (await original.executeTakeFirst()) ?? (await copies(db).where('folder', '=', folder).executeTakeFirst())
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

    async isMarked(folder: string, mark: string) {
      const rows = db.selectFrom('marked_images').select('folder').where('folder', '=', folder).where('mark', '=', mark)
      return (await rows.executeTakeFirst()) !== undefined
    },

    usersWithWrongCounters: () =>
      idsInPages(
        (after) => sql`
          select user_id as id from usage
          where user_id > ${after}
            and (links <> (select count(*) from links where links.user_id = usage.user_id)
              or images <> ${countedImages} or bytes <> ${usedBytes})
          order by user_id limit ${pageSize}`,
      ),

    /** Includes the counters of the links' guests. */
    linksWithWrongCounters: () =>
      idsInPages(
        (after) => sql`
          select id from links
          where id > ${after} and (
            image_count <> (select count(*) from images where images.link_id = links.id and ${isLive})
            or waiting_count <> (select count(*) from waiting_images where waiting_images.link_id = links.id)
            or guest_image_count <> waiting_count
              + (select count(*) from images
                where images.link_id = links.id and images.guest_id is not null and ${isLive})
            or exists (select 1 from guests where guests.link_id = links.id and ${hasWrongCounters}))
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
            and ((case when exists (select 1 from images where images.link_id = links.id and ${isLive}) then 1 else 0 end)
                <> (select count(*) from images
                  where images.link_id = links.id and images.id = links.cover_image_id and ${isLive})
              or (cover_image_id is not null and image_count = 0))
          order by id limit ${pageSize}`,
      ),

    /** Updates all images that share these files. */
    replaceFiles: (folder: string, { files, bytes, cameraPatch }: ReplacedFiles) =>
      inTransaction(db, async (tx) => {
        const inFolder = () =>
          tx
            .selectFrom('images')
            .select(['id', 'user_id'])
            .where((eb) => eb.or([eb('id', '=', folder), eb('folder', '=', folder)]))
            .unionAll(tx.selectFrom('waiting_images').select(['id', 'user_id']).where('id', '=', folder))
            .execute()
        const userIds = [...new Set((await inFolder()).map((image) => image.user_id))].toSorted()
        for (const userId of userIds) await lockUsage(tx, userId)
        const ids = (await inFolder()).map(({ id }) => id)
        if (ids.length === 0) return
        const hashes = Object.fromEntries(files.flatMap(({ name, sha256 }) => (sha256 ? [[name, sha256]] : [])))
        const stored = files.map(({ sha256: _sha256, ...file }) => file)
        const isHashed = files.every(({ sha256 }) => sha256)
        const replaced = {
          files: JSON.stringify(stored),
          bytes,
          ...(isHashed && { file_hashes: JSON.stringify(hashes) }),
        }
        await tx.updateTable('images').set(replaced).where('id', 'in', ids).execute()
        await tx.updateTable('waiting_images').set(replaced).where('id', '=', folder).execute()
        if (cameraPatch !== undefined) {
          await tx.deleteFrom('camera_patches').where('image_id', 'in', ids).execute()
          if (cameraPatch) for (const id of ids) await insertCameraPatch(tx, id, cameraPatch)
        }
        for (const userId of userIds) await recountUsage(tx, userId)
      }),

    async setBytes(id: string, bytes: number) {
      await db.updateTable('images').set({ bytes }).where('id', '=', id).execute()
      await db.updateTable('waiting_images').set({ bytes }).where('id', '=', id).execute()
    },

    /** Locks the row first, so the recount sees concurrent changes. */
    recountUser: (id: string) =>
      inTransaction(db, async (tx) => {
        await lockUsage(tx, id)
        await recountUsage(tx, id)
      }),

    recountLink: (id: string) =>
      inTransaction(db, async (tx) => {
        await sql`update links set image_count = image_count where id = ${id}`.execute(tx)
        await sql`
          update links set image_count = (select count(*) from images where images.link_id = links.id and ${isLive}),
            waiting_count = (select count(*) from waiting_images where waiting_images.link_id = links.id),
            guest_image_count = (select count(*) from waiting_images where waiting_images.link_id = links.id)
              + (select count(*) from images
                where images.link_id = links.id and images.guest_id is not null and ${isLive})
          where id = ${id}`.execute(tx)
        await recountGuests(tx, id)
      }),

    repairSections: (id: string) =>
      inTransaction(db, async (tx) => {
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
      inTransaction(db, async (tx) => {
        await sql`update links set cover_chosen = 0 where id = ${id}`.execute(tx)
        await sql`
          update links set cover_image_id =
            (select id from images where images.link_id = links.id and ${isLive}
              order by section_position, position, id limit 1)
          where id = ${id}`.execute(tx)
      }),
  }
}
export type InspectionRepository = ReturnType<typeof createInspectionRepository>
