import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

type Names = { name: string }[]

const pageSize = 1000

/** Questions about the whole database that no request asks. */
export function createInspectionRepository(db: Database) {
  return {
    async *images() {
      for (let after = ''; ; ) {
        const rows = await db
          .selectFrom('images')
          .select(['id', 'files'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(pageSize)
          .execute()
        for (const row of rows) yield { id: row.id, files: JSON.parse(row.files) as { name: string; bytes: number }[] }
        const last = rows.at(-1)
        if (!last || rows.length < pageSize) return
        after = last.id
      }
    },

    /** The names of an image's files as they are now; undefined where there is no such image. */
    async findFileNames(id: string) {
      const row = await db.selectFrom('images').select('files').where('id', '=', id).executeTakeFirst()
      return row && (JSON.parse(row.files) as { name: string }[]).map(({ name }) => name)
    },

    async countScheduled() {
      const count = db.fn.countAll<number>().as('count')
      return Number((await db.selectFrom('doomed_objects').select(count).executeTakeFirstOrThrow()).count)
    },

    async isScheduled(prefix: string) {
      const row = await db.selectFrom('doomed_objects').select('prefix').where('prefix', '=', prefix).executeTakeFirst()
      return row !== undefined
    },

    async usersWithWrongCounters() {
      const { rows } = await sql<Names[number]>`
        select user_id as name from usage
        where links <> (select count(*) from links where links.user_id = usage.user_id)
           or images <> (select count(*) from images where images.user_id = usage.user_id)`.execute(db)
      return rows.map((row) => row.name)
    },

    async linksWithWrongCounters() {
      const { rows } = await sql<Names[number]>`
        select id as name from links
        where image_count <> (select count(*) from images where images.link_id = links.id)`.execute(db)
      return rows.map((row) => row.name)
    },

    /** A link has a cover, one of its own images, exactly when it has images. */
    async linksWithWrongCovers() {
      const { rows } = await sql<Names[number]>`
        select id as name from links
        where (case when exists (select 1 from images where images.link_id = links.id) then 1 else 0 end)
           <> (select count(*) from images where images.link_id = links.id and images.id = links.cover_image_id)
           or (cover_image_id is not null and image_count = 0)`.execute(db)
      return rows.map((row) => row.name)
    },

    /** Counts anew; the first statement waits for whoever is changing the row, so that the second sees what they did. */
    recountUser: (id: string) =>
      db.transaction().execute(async (tx) => {
        await sql`update usage set links = links where user_id = ${id}`.execute(tx)
        await sql`
          update usage set links = (select count(*) from links where links.user_id = usage.user_id),
                           images = (select count(*) from images where images.user_id = usage.user_id)
          where user_id = ${id}`.execute(tx)
      }),

    recountLink: (id: string) =>
      db.transaction().execute(async (tx) => {
        await sql`update links set image_count = image_count where id = ${id}`.execute(tx)
        await sql`
          update links set image_count = (select count(*) from images where images.link_id = links.id)
          where id = ${id}`.execute(tx)
      }),

    /** The first in order, as where nobody has chosen one. */
    resetCover: (id: string) =>
      db.transaction().execute(async (tx) => {
        await sql`update links set cover_chosen = 0 where id = ${id}`.execute(tx)
        await sql`
          update links set cover_image_id =
            (select id from images where images.link_id = links.id order by position limit 1)
          where id = ${id}`.execute(tx)
      }),
  }
}
export type InspectionRepository = ReturnType<typeof createInspectionRepository>
