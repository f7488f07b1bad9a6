import type { Database } from '#server/platform/database/database.ts'
import type { FollowerRow } from '#server/platform/database/follower-schema.ts'
import { ownerState } from '#server/platform/database/owner-state.ts'
import type { TaskRow } from '#server/platform/database/schema.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'

/** Through which door somebody saw the gallery when they asked; neither where it was open to all. */
type Door = { invitationId: string | null; passwordVersion: number | null }

export type FollowerRecord = Door & {
  id: string
  linkId: string
  email: string
  createdAt: string
  confirmedAt: string | null
  /** Pictures that came later are yet to be told; null until they have confirmed. */
  toldUntil: string | null
  invitation: { expiresAt: string | null; revokedAt: string | null }
}

type NewFollower = Door & { id: string; linkId: string; email: string }
type Span = { since: string; until: string }

type JoinedRow = FollowerRow & { expires_at: string | null; revoked_at: string | null }

const toFollower = (row: JoinedRow): FollowerRecord => ({
  id: row.id,
  linkId: row.link_id,
  email: row.email,
  invitationId: row.invitation_id,
  passwordVersion: row.password_version,
  createdAt: row.created_at,
  confirmedAt: row.confirmed_at,
  toldUntil: row.told_until,
  invitation: { expiresAt: row.expires_at, revokedAt: row.revoked_at },
})

export const createFollowerRepository = (db: Database) => withTransactions(db, bind)
export type FollowerRepository = ReturnType<typeof createFollowerRepository>

function bind(db: Database) {
  const ofSpan = (linkId: string, { since, until }: Span) =>
    db
      .selectFrom('images')
      .where('link_id', '=', linkId)
      .where('created_at', '>', since)
      .where('created_at', '<=', until)

  return {
    /** Whoever asks again keeps what they are, and their door is the present one. */
    async insert({ id, linkId, email, invitationId, passwordVersion }: NewFollower, now: string) {
      const door = { invitation_id: invitationId, password_version: passwordVersion }
      const row = { id, link_id: linkId, email, ...door, created_at: now, confirmed_at: null, told_until: null }
      return db
        .insertInto('followers')
        .values(row)
        .onConflict((conflict) => conflict.columns(['link_id', 'email']).doUpdateSet({ ...door, created_at: now }))
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    async find(id: string) {
      const row = await db
        .selectFrom('followers')
        .innerJoin('links', 'links.id', 'followers.link_id')
        .leftJoin('invitations', 'invitations.id', 'followers.invitation_id')
        .selectAll('followers')
        .select(['invitations.expires_at', 'invitations.revoked_at'])
        .where('followers.id', '=', id)
        .where(ownerState, '<>', 'removed')
        .executeTakeFirst()
      return row && toFollower(row)
    },

    confirm: (id: string, now: string) =>
      db
        .updateTable('followers')
        .set({ confirmed_at: now, told_until: now })
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .execute(),

    remove: (id: string) => db.deleteFrom('followers').where('id', '=', id).execute(),

    removeUnconfirmed: (before: string) =>
      db.deleteFrom('followers').where('confirmed_at', 'is', null).where('created_at', '<=', before).execute(),

    async count(linkId: string) {
      const { count } = await db
        .selectFrom('followers')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('link_id', '=', linkId)
        .where('confirmed_at', 'is not', null)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** Some of those who were not told of everything until then. */
    async listToTell(until: string, limit: number) {
      const rows = await db
        .selectFrom('followers')
        .select(['id', 'link_id', 'told_until'])
        .where('confirmed_at', 'is not', null)
        .where('told_until', '<', until)
        .orderBy('told_until')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ id: row.id, linkId: row.link_id, since: row.told_until ?? '' }))
    },

    /** false where another node was faster. */
    async updateTold(id: string, { since, until }: Span) {
      const result = await db
        .updateTable('followers')
        .set({ told_until: until })
        .where('id', '=', id)
        .where('told_until', '=', since)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    async countImages(linkId: string, span: Span) {
      const { count } = await ofSpan(linkId, span)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    listImages: (linkId: string, span: Span, limit: number) =>
      ofSpan(linkId, span)
        .select(['id', 'title', 'file_name as fileName'])
        .orderBy('position')
        .orderBy('id')
        .limit(limit)
        .execute(),

    async findCoverId(linkId: string) {
      const row = await db.selectFrom('links').select('cover_image_id').where('id', '=', linkId).executeTakeFirst()
      return row?.cover_image_id ?? null
    },

    insertTask: (task: TaskRow) => db.insertInto('tasks').values(task).execute(),
  }
}
