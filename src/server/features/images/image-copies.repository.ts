import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { isLive } from './live-images.ts'
import type { SectionRecord } from './sections.repository.ts'

/** `addedBy` is the name of the guest who added the image. */
export type NewCopy = { id: string; of: string; addedBy: string | null }

type Place = { linkId: string; section: SectionRecord | null; first: number; now: string }

/** Keeps each statement below the engines' limits on parameters. */
const rowsAtOnce = 200

export function bindImageCopies(db: Database) {
  async function insertSome(copies: NewCopy[], { linkId, section, first, now }: Place) {
    const ids = copies.map((copy) => copy.of)
    const rows = await db.selectFrom('images').selectAll().where('id', 'in', ids).where(isLive).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const copied = copies.flatMap(({ id, of, addedBy }, index) => {
      const row = byId.get(of)
      if (!row) return []
      const start = { views: 0, comment_count: 0, guest_id: null, shown_at: null, created_at: now }
      const place = {
        link_id: linkId,
        section_id: section?.id ?? null,
        section_position: section?.position ?? 0,
        position: first + index,
      }
      return [{ ...row, ...start, ...place, id, added_by: addedBy, folder: row.folder ?? row.id }]
    })
    await db.insertInto('images').values(copied).execute()
    const pairs = copies.map(({ id, of }) => sql`(${id}, ${of})`)
    await sql`
      insert into camera_patches (image_id, starts_at, bytes)
      select v.column1, starts_at, bytes from (values ${sql.join(pairs)}) as v
      inner join camera_patches on camera_patches.image_id = v.column2`.execute(db)
  }

  return {
    /** Copies the images to the link, in the given order, starting at position `first`. Their files are shared. */
    async insertCopies(copies: NewCopy[], place: Place) {
      for (let at = 0; at < copies.length; at += rowsAtOnce) {
        await insertSome(copies.slice(at, at + rowsAtOnce), { ...place, first: place.first + at })
      }
    },
  }
}
