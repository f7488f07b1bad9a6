import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { InvitationRow } from './access.tables.ts'
import { type InvitationFields, type InvitedLink, toColumns, toInvitation, toSections } from './invitation-rows.ts'
import { ownerFactColumns, toFacts } from './link-facts.repository.ts'

export const createInvitationRepository = (db: Database) => withTransactions(db, bind)
export type InvitationRepository = ReturnType<typeof createInvitationRepository>

function bind(db: Database) {
  return {
    async findLink(id: string): Promise<InvitedLink | undefined> {
      const row = await db
        .selectFrom('links')
        .innerJoin('users', 'users.id', 'links.user_id')
        .selectAll('links')
        .select((eb) => eb.fn.coalesce('users.gallery_name', 'users.name').as('user_name'))
        .select(['users.created_at as owner_created_at', 'users.is_admin as owner_is_admin'])
        .select(ownerFactColumns)
        .where('links.id', '=', id)
        .executeTakeFirst()
      return (
        row && {
          ...toFacts(row),
          slug: row.slug,
          userName: row.user_name,
          ownerCreatedAt: row.owner_created_at,
          isOwnerAdmin: row.owner_is_admin === 1,
          imageCount: row.image_count,
          coverImageId: row.cover_image_id,
        }
      )
    },

    async list(linkId: string) {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('link_id', '=', linkId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toInvitation)
    },

    async find(id: string) {
      const row = await db.selectFrom('invitations').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toInvitation(row)
    },

    lockUsage: (userId: string) => lockUsage(db, userId),

    /** Counts the images in these sections, and finds the first one. */
    async findContents(linkId: string, sections: readonly string[]) {
      if (sections.length === 0) return { imageCount: 0, coverImageId: null }
      const images = db
        .selectFrom('images')
        .where('link_id', '=', linkId)
        .where('section_id', 'in', sections)
        .where('trashed_at', 'is', null)
      const { count } = await images.select((eb) => eb.fn.countAll().as('count')).executeTakeFirstOrThrow()
      const inOrder = images.select('id').orderBy('section_position').orderBy('position').orderBy('id')
      const first = await inOrder.limit(1).executeTakeFirst()
      return { imageCount: Number(count), coverImageId: first?.id ?? null }
    },

    async listSectionIds(linkId: string) {
      const rows = await db.selectFrom('sections').select('id').where('link_id', '=', linkId).execute()
      return rows.map(({ id }) => id)
    },

    async count(linkId: string) {
      const { count } = await db
        .selectFrom('invitations')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('link_id', '=', linkId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    async insert(id: string, linkId: string, fields: InvitationFields, now: string) {
      const untouched = { visits: 0, views: 0, downloads: 0, last_seen_at: null }
      const row = await db
        .insertInto('invitations')
        .values({ id, link_id: linkId, ...toColumns(fields), ...untouched, created_at: now })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toInvitation(row)
    },

    async update(id: string, fields: InvitationFields) {
      const row = await db
        .updateTable('invitations')
        .set(toColumns(fields))
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst()
      return row && toInvitation(row)
    },

    insertTask: (task: Task) => insertTask(db, task),
  }
}

/** Adds to the totals. Returns the new number of visits, or undefined if the invitation was deleted. */
export const addInvitationCounts = (
  db: Database,
  id: string,
  { visits, views, downloads }: Pick<InvitationRow, 'visits' | 'views' | 'downloads'>,
  now: string,
) =>
  db
    .updateTable('invitations')
    .set((eb) => ({
      visits: eb('visits', '+', visits),
      views: eb('views', '+', views),
      downloads: eb('downloads', '+', downloads),
      last_seen_at: now,
    }))
    .where('id', '=', id)
    .returning(['visits', 'name', 'link_id as linkId'])
    .executeTakeFirst()

/** If a section is deleted, the people who could see it lose its images. */
export async function removeFromInvitations(db: Database, linkId: string, sectionId: string) {
  const limited = db.selectFrom('invitations').select(['id', 'sections']).where('sections', 'is not', null)
  for (const row of await limited.where('link_id', '=', linkId).execute()) {
    const sections = toSections(row)?.filter((id) => id !== sectionId)
    await db
      .updateTable('invitations')
      .set({ sections: JSON.stringify(sections) })
      .where('id', '=', row.id)
      .execute()
  }
}
