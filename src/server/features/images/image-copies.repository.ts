import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { isLive } from './live-images.repository.ts'
import type { SectionRecord } from './sections.repository.ts'

/** `addedBy` is the name of the guest who added the image. */
export type NewCopy = { id: string; of: string; addedBy: string | null }

type Place = { linkId: string; section: SectionRecord | null; first: number; now: string }

export function bindImageCopies(db: Database) {
  /** Reading the names from a row means that copies take over new columns, too. */
  async function listColumns(id: string) {
    const row = await db.selectFrom('images').selectAll().where('id', '=', id).where(isLive).executeTakeFirst()
    return Object.keys(row ?? {})
  }

  return {
    /** Copies the images to the link, in the given order, starting at position `first`. Their files are shared. */
    async insertCopies(copies: NewCopy[], { linkId, section, first, now }: Place) {
      const own: Record<string, unknown> = {
        id: sql`v.column1`,
        link_id: sql`${linkId}`,
        section_id: sql`${section?.id ?? null}`,
        section_position: sql.lit(section?.position ?? 0),
        position: sql`v.column3`,
        folder: sql`coalesce(images.folder, images.id)`,
        views: sql.lit(0),
        comment_count: sql.lit(0),
        guest_id: sql.lit(null),
        added_by: sql`v.column4`,
        shown_at: sql.lit(null),
        created_at: sql`${now}`,
      }
      const columns = await listColumns(copies[0]?.of ?? '')
      const rows = copies.map(
        ({ id, of, addedBy }, index) => sql`(${id}, ${of}, ${sql.lit(first + index)}, ${addedBy})`,
      )
      const sources = sql`(values ${sql.join(rows)}) as v`
      await sql`
        insert into images (${sql.join(columns.map(sql.ref))})
        select ${sql.join(columns.map((column) => own[column] ?? sql.ref(`images.${column}`)))}
        from ${sources} inner join images on images.id = v.column2 where ${isLive}`.execute(db)
      await sql`
        insert into camera_patches (image_id, starts_at, bytes)
        select v.column1, starts_at, bytes
        from ${sources} inner join camera_patches on camera_patches.image_id = v.column2`.execute(db)
    },
  }
}
