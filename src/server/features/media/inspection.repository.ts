import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { lockUsage } from '#server/platform/database/lock-usage.ts'

const pageSize = 1000

/** All rows of a question that asks for those after an id, a page at a time: however many there are, few are held. */
async function* inPages<Row extends { id: string }>(findAfter: (id: string) => Promise<Row[]>) {
  for (let after = ''; ; ) {
    const rows = await findAfter(after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.id
  }
}

/** Questions about the whole database that no request asks. */
export function createInspectionRepository(db: Database) {
  const idsInPages = (ask: (after: string) => RawBuilder<{ id: string }>) =>
    inPages(async (after) => (await ask(after).execute(db)).rows)

  return {
    async *images() {
      const rows = inPages((after) =>
        db
          .selectFrom('images')
          .select(['id', 'files', 'bytes'])
          .where('id', '>', after)
          .orderBy('id')
          .limit(pageSize)
          .execute(),
      )
      for await (const { id, files, bytes } of rows)
        yield { id, files: JSON.parse(files) as { name: string; bytes: number }[], bytes: Number(bytes) }
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

    usersWithWrongCounters: () =>
      idsInPages(
        (after) => sql`
          select user_id as id from usage
          where user_id > ${after}
            and (links <> (select count(*) from links where links.user_id = usage.user_id)
              or images <> (select count(*) from images where images.user_id = usage.user_id)
              or bytes <> (select coalesce(sum(images.bytes), 0) from images where images.user_id = usage.user_id))
          order by user_id limit ${pageSize}`,
      ),

    linksWithWrongCounters: () =>
      idsInPages(
        (after) => sql`
          select id from links
          where id > ${after} and image_count <> (select count(*) from images where images.link_id = links.id)
          order by id limit ${pageSize}`,
      ),

    /** A link has a cover, one of its own images, exactly when it has images. */
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

    setBytes: (id: string, bytes: number) => db.updateTable('images').set({ bytes }).where('id', '=', id).execute(),

    /** Counts anew; the first statement waits for whoever is changing the row, so that the second sees what they did. */
    recountUser: (id: string) =>
      db.transaction().execute(async (tx) => {
        await lockUsage(tx, id)
        await sql`
          update usage set links = (select count(*) from links where links.user_id = usage.user_id),
                           images = (select count(*) from images where images.user_id = usage.user_id),
                           bytes = (select coalesce(sum(images.bytes), 0) from images
                                    where images.user_id = usage.user_id)
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
