import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { inTransaction } from '#server/platform/database/transactions.ts'
import type { CollaboratorRole, ViewerCollaboration } from '#shared/collaborator-forms.ts'
import type { SessionRow } from './accounts.tables.ts'

export type SessionRecord = {
  id: string
  tokenHash: string
  userId: string
  device: string
  createdAt: string
  lastSeenAt: string
  expiresAt: string
  confirmedAt: string
}

const toSession = (row: SessionRow): SessionRecord => ({
  id: row.id,
  tokenHash: row.token_hash,
  userId: row.user_id,
  device: row.device,
  createdAt: row.created_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
  confirmedAt: row.confirmed_at ?? row.created_at,
})

export function createSessionRepository(db: Database) {
  /** One row for each collaboration of the user, or a single one. Most people have none, which costs no extra query. */
  const withCollaborations = () =>
    db
      .selectFrom('sessions')
      .leftJoin('collaborators', 'collaborators.user_id', 'sessions.user_id')
      .selectAll('sessions')
      .select(['collaborators.owner_id', 'collaborators.link_id', 'collaborators.role'])

  type Row = SessionRow & { owner_id: string | null; link_id: string | null; role: string | null }
  const toSessionWithCollaborations = (rows: Row[]) => {
    const [first] = rows
    const collaborations = rows.flatMap(({ owner_id: ownerId, link_id: linkId, role }): ViewerCollaboration[] =>
      ownerId === null ? [] : [{ ownerId, linkId, role: role as CollaboratorRole }],
    )
    return first && { ...toSession(first), collaborations }
  }

  const changedRows = (result: { numDeletedRows: bigint }) => Number(result.numDeletedRows)

  return {
    /**
     * Returns false if the password changed since it was verified, or if the account was disabled or deleted. A
     * concurrent password change locks the user's row. This update blocks until that change commits, and then matches
     * no row.
     */
    insert: (session: SessionRecord, passwordHash: string) =>
      inTransaction(db, async (tx) => {
        const locked = await tx
          .updateTable('users')
          .set({ password_hash: passwordHash })
          .where('id', '=', session.userId)
          .where('password_hash', '=', passwordHash)
          .where('disabled_at', 'is', null)
          .executeTakeFirstOrThrow()
        if (locked.numUpdatedRows === 0n) return false
        await tx
          .insertInto('sessions')
          .values({
            id: session.id,
            token_hash: session.tokenHash,
            user_id: session.userId,
            device: session.device,
            created_at: session.createdAt,
            last_seen_at: session.lastSeenAt,
            expires_at: session.expiresAt,
            confirmed_at: session.confirmedAt,
          })
          .execute()
        return true
      }),

    async findLive(tokenHash: string, now: string) {
      const query = withCollaborations().where('token_hash', '=', tokenHash).where('expires_at', '>', now)
      return toSessionWithCollaborations(await query.execute())
    },

    async findLiveById(id: string, now: string) {
      const query = withCollaborations().where('sessions.id', '=', id).where('expires_at', '>', now)
      return toSessionWithCollaborations(await query.execute())
    },

    async listLive(userId: string, now: string) {
      const rows = await db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map(toSession)
    },

    updateLastSeen: (id: string, at: string) =>
      db.updateTable('sessions').set({ last_seen_at: at }).where('id', '=', id).execute(),

    confirm: async (id: string, at: string) => {
      const confirmed = db.updateTable('sessions').set({ confirmed_at: at }).where('id', '=', id)
      return (await confirmed.executeTakeFirstOrThrow()).numUpdatedRows > 0n
    },

    remove: (id: string) => db.deleteFrom('sessions').where('id', '=', id).execute(),

    removeOthers: async (userId: string, keepId: string) =>
      changedRows(
        await db
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .where('id', '!=', keepId)
          .executeTakeFirstOrThrow(),
      ),

    removeExpired: (now: string) =>
      deleteInBatches(db, { table: 'sessions', key: ['id'], where: sql`expires_at <= ${now}` }),
  }
}
export type SessionRepository = ReturnType<typeof createSessionRepository>
export type LiveSession = Awaited<ReturnType<SessionRepository['findLive']>> & object
