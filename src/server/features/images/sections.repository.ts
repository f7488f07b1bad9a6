import { sql } from 'kysely'
import { removeFromInvitations } from '#server/features/access/invitations.repository.ts'
import { type Bound, countWithin } from '#server/platform/database/bounded-counts.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { SectionChange } from '#shared/section-forms.ts'
import type { SectionRow } from './images.tables.ts'
import { isLive } from './live-images.repository.ts'

export type SectionRecord = Omit<SectionRow, 'link_id'> & { linkId: string }

const toSection = ({ link_id: linkId, ...row }: SectionRow): SectionRecord => ({ ...row, linkId })

/** SQLite allows 32,766 parameters in a statement. */
const idsPerStatement = 10_000

export function bindSections(db: Database) {
  return {
    async findSection(id: string) {
      const row = await db.selectFrom('sections').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toSection(row)
    },

    async listSections(linkId: string) {
      const rows = await db
        .selectFrom('sections')
        .selectAll()
        .where('link_id', '=', linkId)
        .orderBy('position')
        .orderBy('id')
        .execute()
      return rows.map(toSection)
    },

    /** Lists only images of these sections, unless `sections` is null. */
    async listIds(linkId: string, sections: readonly string[] | null) {
      if (sections?.length === 0) return []
      const ofSections = sections ? sql`and section_id in (${sql.join(sections)})` : sql``
      const inOrder = sql<{ id: string }>`
        select id from images where link_id = ${linkId} and ${isLive} ${ofSections}
        order by section_position, position, id`
      return (await inOrder.execute(db)).rows.map(({ id }) => id)
    },

    async countBySection(linkId: string) {
      const rows = await db
        .selectFrom('images')
        .select((eb) => ['section_id', eb.fn.countAll().as('count')])
        .where('link_id', '=', linkId)
        .where('section_id', 'is not', null)
        .where(isLive)
        .groupBy('section_id')
        .execute()
      return new Map(rows.map(({ section_id: id, count }) => [id, Number(count)]))
    },

    insertSections: (sections: SectionRecord[]) =>
      db
        .insertInto('sections')
        .values(sections.map(({ linkId, ...section }) => ({ ...section, link_id: linkId })))
        .execute(),

    /** Returns false if the link has too many sections. */
    countSections: (linkId: string, bound: Bound) =>
      countWithin(db, { table: 'links', column: 'section_count' }, linkId, bound),

    async updateSection(id: string, change: SectionChange) {
      const columns = {
        ...(change.title !== undefined && { title: change.title }),
        ...(change.text !== undefined && { text: change.text }),
      }
      const query = db.updateTable('sections').where('id', '=', id)
      if (Object.keys(columns).length > 0) await query.set(columns).execute()
    },

    /** The images stay in the link, without a section. */
    async removeSection({ id, linkId }: SectionRecord) {
      await db
        .updateTable('images')
        .set({ section_id: null, section_position: 0 })
        .where('section_id', '=', id)
        .execute()
      await removeFromInvitations(db, linkId, id)
      await db.deleteFrom('sections').where('id', '=', id).execute()
      await db
        .updateTable('links')
        .set((eb) => ({ section_count: eb('section_count', '-', 1) }))
        .where('id', '=', linkId)
        .execute()
    },

    async updateSectionPositions(moved: Pick<SectionRecord, 'id' | 'position'>[]) {
      if (moved.length === 0) return
      const rows = moved.map(({ id, position }) => sql`(${id}, ${sql.lit(position)})`)
      const given = sql`(values ${sql.join(rows)}) as v`
      await sql`update sections set position = v.column2 from ${given} where sections.id = v.column1`.execute(db)
      await sql`
        update images set section_position = v.column2 from ${given} where images.section_id = v.column1`.execute(db)
    },

    /** Images keep their positions, which decide on the order within the section. */
    async setSection(imageIds: string[], section: Pick<SectionRecord, 'id' | 'position'> | null) {
      for (let first = 0; first < imageIds.length; first += idsPerStatement) {
        await db
          .updateTable('images')
          .set({ section_id: section?.id ?? null, section_position: section?.position ?? 0 })
          .where('id', 'in', imageIds.slice(first, first + idsPerStatement))
          .execute()
      }
    },

    async listWithoutSection(linkId: string) {
      const rows = await db
        .selectFrom('images')
        .select(['id', 'taken_at', 'taken_offset'])
        .where('link_id', '=', linkId)
        .where('section_position', '=', 0)
        .where(isLive)
        .orderBy('position')
        .orderBy('id')
        .execute()
      return rows.map(({ id, taken_at: takenAt, taken_offset: takenOffset }) => ({ id, takenAt, takenOffset }))
    },

    /** Returns false if the link isn't the user's anymore. */
    async touchLink(linkId: string, userId: string, now: string) {
      const links = db.updateTable('links').set({ updated_at: now }).where('id', '=', linkId)
      const { numUpdatedRows } = await links.where('user_id', '=', userId).executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}
