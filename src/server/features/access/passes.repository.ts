import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { toRights, toSections } from './invitation-rows.ts'
import type { Pass } from './link-access.ts'

export type NewPass = {
  id: string
  tokenHash: string
  linkId: string
  invitationId: string | null
  passwordVersion: number | null
  guestId: string | null
}

/** Everyone who uses the same invitation is the same guest. */
const isBlocked = sql<number | null>`(
  select 1 from guests
  where is_blocked = 1 and (guests.id = passes.guest_id or guests.invitation_id = passes.invitation_id) limit 1
)`

export function createPassRepository(db: Database) {
  return {
    async find(id: string): Promise<Pass | undefined> {
      const row = await db
        .selectFrom('passes')
        .leftJoin('invitations', 'invitations.id', 'passes.invitation_id')
        .select(['passes.link_id', 'passes.invitation_id', 'passes.guest_id', 'password_version', 'last_used_at'])
        .select(['may_download', 'may_comment', 'may_choose', 'may_add', 'sections', 'expires_at', 'revoked_at'])
        .select(isBlocked.as('is_blocked'))
        .where('passes.id', '=', id)
        .executeTakeFirst()
      if (!row) return undefined
      const { invitation_id: invitationId, expires_at: expiresAt, revoked_at: revokedAt } = row
      const givenRights = toRights(row)
      const sections = toSections(row)
      return {
        id,
        linkId: row.link_id,
        passwordVersion: row.password_version,
        invitation: invitationId === null ? null : { id: invitationId, givenRights, sections, expiresAt, revokedAt },
        guestId: row.guest_id,
        isBlocked: row.is_blocked !== null,
        lastUsedAt: row.last_used_at,
      }
    },

    async listByHash(tokenHashes: string[]) {
      const rows = await db
        .selectFrom('passes')
        .select(['id', 'link_id', 'token_hash'])
        .where('token_hash', 'in', tokenHashes)
        .execute()
      return rows.map(({ id, link_id: linkId, token_hash: tokenHash }) => ({ id, linkId, tokenHash }))
    },

    insert: ({ id, tokenHash, linkId, invitationId, passwordVersion, guestId }: NewPass, now: string) =>
      db
        .insertInto('passes')
        .values({
          id,
          token_hash: tokenHash,
          link_id: linkId,
          invitation_id: invitationId,
          password_version: passwordVersion,
          guest_id: guestId,
          created_at: now,
          last_used_at: now,
        })
        .execute(),

    /** Returns the guest of the first pass that has one, in the order of `ids`. */
    async findGuestId(ids: string[]) {
      if (ids.length === 0) return undefined
      const rows = await db
        .selectFrom('passes')
        .select(['id', 'guest_id'])
        .where('id', 'in', ids)
        .where('guest_id', 'is not', null)
        .execute()
      return ids.map((id) => rows.find((row) => row.id === id)?.guest_id).find((guestId) => guestId != null)
    },

    /** Returns false and changes nothing if the pass already has a guest. */
    async setGuest(id: string, guestId: string) {
      const result = await db
        .updateTable('passes')
        .set({ guest_id: guestId })
        .where('id', '=', id)
        .where('guest_id', 'is', null)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    updateLastUsed: (id: string, now: string) =>
      db
        .updateTable('passes')
        .set({ last_used_at: now })
        .where('id', '=', id)
        .where('last_used_at', '<', now)
        .execute(),

    /**
     * Removes up to `limit` passes and returns their number. Also removes their guests, except those with another pass,
     * an invitation, an image, a comment or favorites.
     */
    async removeUnusedSince(instant: string, limit: number) {
      const some = db.selectFrom('passes').select('id').where('last_used_at', '<', instant).limit(limit)
      const gone = await db.deleteFrom('passes').where('id', 'in', some).returning('guest_id').execute()
      const guestIds = gone.flatMap(({ guest_id: id }) => (id === null ? [] : [id]))
      if (guestIds.length > 0) {
        await db
          .deleteFrom('guests')
          .where('id', 'in', guestIds)
          .where('invitation_id', 'is', null)
          .where('image_count', '=', 0)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('passes').select('passes.id').whereRef('passes.guest_id', '=', 'guests.id'))),
          )
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('choices').select('choices.id').whereRef('choices.guest_id', '=', 'guests.id'))),
          )
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('comments').select('comments.id').whereRef('comments.guest_id', '=', 'guests.id'))),
          )
          .execute()
      }
      return gone.length
    },
  }
}
export type PassRepository = ReturnType<typeof createPassRepository>
