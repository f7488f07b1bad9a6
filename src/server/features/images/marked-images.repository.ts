import { type SqlBool, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import { bindScheduledDeletions } from './file-deletions.repository.ts'
import { type ImageFile, markedPrefixOf } from './image-files.ts'
import { isLive } from './live-images.repository.ts'

type Place = { folder: string; mark: string }
type NewMarkedImage = Place & { linkId: string; files: ImageFile[] }

export const placeKey = ({ folder, mark }: Place) => `${folder} ${mark}`

const folderOfImage = sql<string>`coalesce(images.folder, images.id)`

const isMarked = (mark: string) => sql<SqlBool>`exists (
  select 1 from marked_images where marked_images.folder = coalesce(images.folder, images.id) and marked_images.mark = ${mark}
)`

/** Files of an earlier watermark, or of images that have left the link. Without `mark`, all files of the link. */
const isStale = (mark: string | undefined) =>
  mark === undefined
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`(marked_images.mark <> ${mark} or not (
        exists (select 1 from images where images.id = marked_images.folder and images.link_id = marked_images.link_id and ${isLive})
        or exists (select 1 from images where images.folder = marked_images.folder and images.link_id = marked_images.link_id and ${isLive})
        or exists (select 1 from waiting_images where waiting_images.id = marked_images.folder)))`

export const createMarkedImageRepository = (db: Database) => withTransactions(db, bind)
export type MarkedImageRepository = ReturnType<typeof createMarkedImageRepository>

function bind(db: Database) {
  return {
    ...bindScheduledDeletions(db),

    async listMany(places: Place[]) {
      const keys = places.map(({ folder, mark }) => sql`(${folder}, ${mark})`)
      const rows = await db
        .selectFrom('marked_images')
        .select(['folder', 'mark', 'files'])
        .where(sql<SqlBool>`(folder, mark) in (${sql.join(keys)})`)
        .execute()
      return new Map(rows.map((row) => [placeKey(row), JSON.parse(row.files) as ImageFile[]]))
    },

    /** Does nothing if another node was faster. The files are the same. */
    insert: ({ folder, mark, linkId, files }: NewMarkedImage) =>
      db
        .insertInto('marked_images')
        .values({ folder, mark, link_id: linkId, files: JSON.stringify(files) })
        .onConflict((conflict) => conflict.columns(['folder', 'mark']).doNothing())
        .execute(),

    remove: ({ folder, mark }: Place) =>
      db.deleteFrom('marked_images').where('folder', '=', folder).where('mark', '=', mark).execute(),

    /** Counts the images that have the watermark. */
    async countDone(linkId: string, mark: string) {
      const { count } = await db
        .selectFrom('images')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('link_id', '=', linkId)
        .where(isLive)
        .where(isMarked(mark))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async listUnmarked(linkId: string, mark: string, after: string, limit: number) {
      const rows = await db
        .selectFrom('images')
        .select(['id', 'user_id', 'files', folderOfImage.as('folder')])
        .where('link_id', '=', linkId)
        .where(isLive)
        .where('id', '>', after)
        .where((eb) => eb.not(isMarked(mark)))
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        userId: row.user_id,
        folder: row.folder,
        files: JSON.parse(row.files) as ImageFile[],
      }))
    },

    async hasStale(linkId: string, mark: string | undefined) {
      const row = await db
        .selectFrom('marked_images')
        .select('folder')
        .where('link_id', '=', linkId)
        .where(isStale(mark))
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Schedules the deletion of the files, too. Returns how many images this was about. */
    async removeStale(linkId: string, mark: string | undefined) {
      const rows = await db
        .deleteFrom('marked_images')
        .where('link_id', '=', linkId)
        .where(isStale(mark))
        .returning(['folder', 'mark'])
        .execute()
      const { scheduleDeletion } = bindScheduledDeletions(db)
      for (const row of rows) await scheduleDeletion(markedPrefixOf(row.folder, row.mark), '')
      return rows.length
    },

    /** Lists links that have a watermark or files of one. Most links have none, so an index knows the others. */
    async listLinks(after: string, limit: number) {
      const { rows } = await sql<{ id: string }>`
        select id from (
          select id from links where substr(watermark, 1, 13) <> '{"mode":"off"' union select link_id from marked_images
        ) as concerned where id > ${after} order by id limit ${sql.lit(limit)}`.execute(db)
      return rows.map(({ id }) => id)
    },

    async findLogo(id: string) {
      const row = await db.selectFrom('studio_logos').select('png').where('id', '=', id).executeTakeFirst()
      return row && Buffer.from(row.png, 'base64')
    },

    insertTask: (task: Task) => insertTask(db, task),
  }
}
