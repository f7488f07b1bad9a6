import { type Bound, countWithin } from '#server/platform/database/bounded-counts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'

type KnownGuest = { id: string; invitationId: string | null; passId: string; lastUsedAt: string }

export type ImportedGuest = { id: string; name: string; email: string | null; createdAt: string }

type NewGuest = { id: string; linkId: string; invitationId: string | null }

/** Returns false if the link is full. */
export const countGuests = (db: Database, linkId: string, bound: Bound) =>
  countWithin(db, { table: 'links', column: 'guest_count' }, linkId, bound)

export const createGuestRepository = (db: Database) => withTransactions(db, bind)
export type GuestRepository = ReturnType<typeof createGuestRepository>

function bind(db: Database) {
  return {
    /** Returns guests in the order of `passIds`. */
    async listByPasses(passIds: string[]): Promise<KnownGuest[]> {
      if (passIds.length === 0) return []
      const rows = await db
        .selectFrom('passes')
        .innerJoin('guests', 'guests.id', 'passes.guest_id')
        .select(['guests.id', 'guests.invitation_id', 'passes.id as pass_id', 'passes.last_used_at'])
        .where('passes.id', 'in', passIds)
        .execute()
      return rows
        .map((row) => ({
          id: row.id,
          invitationId: row.invitation_id,
          passId: row.pass_id,
          lastUsedAt: row.last_used_at,
        }))
        .sort((one, other) => passIds.indexOf(one.passId) - passIds.indexOf(other.passId))
    },

    async isHeldBy(id: string, passIds: string[]) {
      if (passIds.length === 0) return false
      const row = await db
        .selectFrom('passes')
        .innerJoin('guests', (join) =>
          join.on((eb) =>
            eb.or([
              eb('guests.id', '=', eb.ref('passes.guest_id')),
              eb('guests.invitation_id', '=', eb.ref('passes.invitation_id')),
            ]),
          ),
        )
        .select('passes.id')
        .where('passes.id', 'in', passIds)
        .where('guests.id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },

    async findByInvitation(invitationId: string) {
      const row = await db
        .selectFrom('guests')
        .select('id')
        .where('invitation_id', '=', invitationId)
        .executeTakeFirst()
      return row?.id
    },

    /** Returns false if the invitation already has a guest. */
    async insert({ id, linkId, invitationId }: NewGuest, now: string) {
      const result = await db
        .insertInto('guests')
        .values({ id, link_id: linkId, invitation_id: invitationId, name: null, email: null, created_at: now })
        .onConflict((conflict) => conflict.column('invitation_id').doNothing())
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Counts the new guest. Returns false if the link is full. */
    countWithin: (linkId: string, max: number) => countGuests(db, linkId, { max }),

    /** Does nothing if the guest already has an invitation or the invitation already has a guest. */
    setInvitation: (id: string, invitationId: string) =>
      db
        .updateTable('guests')
        .set({ invitation_id: invitationId })
        .where('id', '=', id)
        .where('invitation_id', 'is', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(selectFrom('guests as others').select('others.id').where('others.invitation_id', '=', invitationId)),
          ),
        )
        .execute(),

    /** Keeps the guest that the pass may already have. Returns the ID of the guest that the pass now belongs to. */
    async setOnPass(id: string, passId: string) {
      await db
        .updateTable('passes')
        .set({ guest_id: id })
        .where('id', '=', passId)
        .where('guest_id', 'is', null)
        .execute()
      const row = await db.selectFrom('passes').select('guest_id').where('id', '=', passId).executeTakeFirst()
      return row?.guest_id ?? undefined
    },

    remove: (id: string) => db.deleteFrom('guests').where('id', '=', id).execute(),
  }
}

/** Returns the number of new guests. Existing ones stay as they are. */
export async function insertImportedGuests(db: Database, linkId: string, guests: ImportedGuest[]) {
  if (guests.length === 0) return 0
  const rows = guests.map(({ id, name, email, createdAt }) => ({
    id,
    link_id: linkId,
    invitation_id: null,
    name: name || null,
    email,
    created_at: createdAt,
  }))
  const inserted = await db
    .insertInto('guests')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return inserted.length
}
