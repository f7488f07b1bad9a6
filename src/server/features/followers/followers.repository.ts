import { sql } from 'kysely'
import { toSections } from '#server/features/access/invitation-rows.ts'
import { isRevealedAt } from '#server/features/access/link-facts.repository.ts'
import { ownerState } from '#server/features/access/owner-state.repository.ts'
import { isLive } from '#server/features/images/live-images.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { FollowerRow } from './followers.tables.ts'

/** How the follower got access to the gallery when they subscribed. Both are null if it was open to everyone. */
type GrantIds = { invitationId: string | null; passwordVersion: number | null }
export type FollowerGrant = GrantIds & {
  invitation: { sections: string[] | null; expiresAt: string | null; revokedAt: string | null }
}

export type FollowerRecord = FollowerGrant & {
  id: string
  linkId: string
  email: string
  createdAt: string
  confirmedAt: string | null
  /** Images added after this instant haven't been announced yet. Null until the follower confirms. */
  announcedUntil: string | null
  /** The grant of a newer request, which can come from anyone who knows the follower's email address. */
  asked: FollowerGrant | null
}

type NewFollower = GrantIds & { id: string; linkId: string; email: string }
type Span = { since: string; until: string }

type JoinedRow = FollowerRow & {
  sections: string | null
  asked_sections: string | null
  expires_at: string | null
  revoked_at: string | null
  asked_expires_at: string | null
  asked_revoked_at: string | null
  asked_still: string | null
}

/** A deleted invitation grants no access, and a gallery that's open to everyone doesn't need a grant. */
function toAsked(row: JoinedRow): FollowerGrant | null {
  const { asked_still: invitationId, asked_password_version: passwordVersion } = row
  if (invitationId === null && passwordVersion === null) return null
  const sections = toSections({ sections: row.asked_sections })
  const invitation = { sections, expiresAt: row.asked_expires_at, revokedAt: row.asked_revoked_at }
  return { invitationId, passwordVersion, invitation }
}

const toFollower = (row: JoinedRow): FollowerRecord => ({
  id: row.id,
  linkId: row.link_id,
  email: row.email,
  invitationId: row.invitation_id,
  passwordVersion: row.password_version,
  createdAt: row.created_at,
  confirmedAt: row.confirmed_at,
  announcedUntil: row.told_until,
  invitation: { sections: toSections(row), expiresAt: row.expires_at, revokedAt: row.revoked_at },
  asked: toAsked(row),
})

export const createFollowerRepository = (db: Database) => withTransactions(db, bind)
export type FollowerRepository = ReturnType<typeof createFollowerRepository>

function bind(db: Database) {
  /** Images that needed approval are new when they're approved. */
  const shownAt = sql<string>`coalesce(images.shown_at, images.created_at)`
  const ofSpan = (linkId: string, { since, until }: Span) =>
    db
      .selectFrom('images')
      .where('link_id', '=', linkId)
      .where(isLive)
      .where(shownAt, '>', since)
      .where(shownAt, '<=', until)

  return {
    /**
     * A repeated request updates the grant of an unconfirmed follower. A confirmed follower keeps the old grant at
     * least until they confirm the new one.
     */
    async insert({ id, linkId, email, invitationId, passwordVersion }: NewFollower, now: string) {
      const grant = { invitation_id: invitationId, password_version: passwordVersion }
      const noneAsked = { asked_invitation_id: null, asked_password_version: null }
      const row = { id, link_id: linkId, email, ...grant, created_at: now, confirmed_at: null, told_until: null }
      return db
        .insertInto('followers')
        .values({ ...row, ...noneAsked })
        .onConflict((conflict) =>
          conflict.columns(['link_id', 'email']).doUpdateSet((eb) => {
            const isConfirmed = eb('followers.confirmed_at', 'is not', null)
            const kept = <Column extends keyof typeof grant>(column: Column) =>
              eb
                .case()
                .when(isConfirmed)
                .then(eb.ref(`followers.${column}`))
                .else(grant[column])
                .end()
            return {
              invitation_id: kept('invitation_id'),
              password_version: kept('password_version'),
              asked_invitation_id: invitationId,
              asked_password_version: passwordVersion,
              created_at: now,
            }
          }),
        )
        .returning('id')
        .executeTakeFirstOrThrow()
    },

    async find(id: string) {
      const row = await db
        .selectFrom('followers')
        .innerJoin('links', 'links.id', 'followers.link_id')
        .leftJoin('invitations', 'invitations.id', 'followers.invitation_id')
        .leftJoin('invitations as asked', 'asked.id', 'followers.asked_invitation_id')
        .selectAll('followers')
        .select(['invitations.sections', 'invitations.expires_at', 'invitations.revoked_at'])
        .select(['asked.id as asked_still', 'asked.expires_at as asked_expires_at'])
        .select(['asked.revoked_at as asked_revoked_at', 'asked.sections as asked_sections'])
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

    updateGrant: (id: string, { invitationId, passwordVersion }: FollowerGrant) =>
      db
        .updateTable('followers')
        .set({
          invitation_id: invitationId,
          password_version: passwordVersion,
          asked_invitation_id: null,
          asked_password_version: null,
        })
        .where('id', '=', id)
        .execute(),

    remove: (id: string) => db.deleteFrom('followers').where('id', '=', id).execute(),

    removeUnconfirmed: (before: string) =>
      deleteInBatches(db, {
        table: 'followers',
        key: ['id'],
        where: sql`confirmed_at is null and created_at <= ${before}`,
      }),

    async count(linkId: string) {
      const row = await db.selectFrom('links').select('follower_count').where('id', '=', linkId).executeTakeFirst()
      return row?.follower_count ?? 0
    },

    /**
     * Followers of galleries that aren't revealed yet or are in the trash aren't due, so they hear of all images after
     * the reveal or the restore.
     */
    async listDue(until: string, limit: number) {
      const rows = await db
        .selectFrom('followers')
        .innerJoin('links', 'links.id', 'followers.link_id')
        .select(['followers.id', 'link_id', 'told_until'])
        .where('confirmed_at', 'is not', null)
        .where('told_until', '<', until)
        .where(isRevealedAt(until))
        .where(ownerState, '<>', 'removed')
        .orderBy('told_until')
        .orderBy('followers.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ id: row.id, linkId: row.link_id, since: row.told_until ?? '' }))
    },

    /** Claims the digest. Returns false if another node has already claimed it or the follower is gone. */
    async updateAnnounced(id: string, { since, until }: Span) {
      const result = await db
        .updateTable('followers')
        .set({ told_until: until })
        .where('id', '=', id)
        .where('told_until', '=', since)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    /** Counts only images of these sections, unless `sections` is null. */
    async countImages(linkId: string, span: Span, sections: readonly string[] | null = null) {
      if (sections?.length === 0) return 0
      const query = ofSpan(linkId, span)
      const { count } = await (sections ? query.where('section_id', 'in', sections) : query)
        .select((eb) => eb.fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    listImages: (linkId: string, span: Span, limit: number) =>
      ofSpan(linkId, span)
        .select(['id', 'title', 'file_name as fileName'])
        .orderBy('section_position')
        .orderBy('position')
        .orderBy('id')
        .limit(limit)
        .execute(),

    async findCoverId(linkId: string) {
      const row = await db.selectFrom('links').select('cover_image_id').where('id', '=', linkId).executeTakeFirst()
      return row?.cover_image_id ?? null
    },

    insertTask: (task: Task) => insertTask(db, task),
  }
}
