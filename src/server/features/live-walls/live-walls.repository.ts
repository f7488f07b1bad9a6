import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { LiveWall } from '#shared/live-wall.ts'
import type { LiveWallRow } from './live-walls.tables.ts'

/** `id` is null while the wall is off. */
export type LiveWallRecord = Omit<LiveWall, 'isOn' | 'url'> & { id: string | null; linkId: string }

const toRecord = (row: LiveWallRow): LiveWallRecord => ({
  id: row.wall_id,
  linkId: row.link_id,
  seconds: row.seconds,
  order: row.image_order as LiveWall['order'],
  showQrCode: row.show_qr_code === 1,
  showNames: row.show_names === 1,
})

export function createLiveWallRepository(db: Database) {
  return {
    async findOf(linkId: string) {
      const row = await db.selectFrom('live_walls').selectAll().where('link_id', '=', linkId).executeTakeFirst()
      return row && toRecord(row)
    },

    async find(id: string) {
      const row = await db.selectFrom('live_walls').selectAll().where('wall_id', '=', id).executeTakeFirst()
      return row && toRecord(row)
    },

    /** If `keepsId` is true, a wall that's already on keeps its ID. */
    async save({ id, linkId, seconds, order, showQrCode, showNames }: LiveWallRecord, keepsId: boolean) {
      const fields = {
        seconds,
        image_order: order,
        show_qr_code: Number(showQrCode),
        show_names: Number(showNames),
      }
      const row = await db
        .insertInto('live_walls')
        .values({ link_id: linkId, wall_id: id, ...fields })
        .onConflict((conflict) =>
          conflict.column('link_id').doUpdateSet({
            ...fields,
            wall_id: keepsId ? sql<string | null>`coalesce(live_walls.wall_id, excluded.wall_id)` : id,
          }),
        )
        .returningAll()
        .executeTakeFirstOrThrow()
      return toRecord(row)
    },
  }
}
export type LiveWallRepository = ReturnType<typeof createLiveWallRepository>
