import { type SqlBool, sql } from 'kysely'
import { type Bound, countWithin } from '#server/platform/database/bounded-counts.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Database } from '#server/platform/database/database.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { Adder } from './link-access.ts'

type KnownGuest = { id: string; invitationId: string | null; passId: string; lastUsedAt: string }

export type ImportedGuest = { id: string; name: string; email: string | null; createdAt: string }

type NewGuest = { id: string; linkId: string; invitationId: string | null; userId: string | null }

export type GuestChange = { name?: string | undefined; isBlocked?: boolean | undefined }

/** A guest who adds images. `name` is null if they gave none and aren't logged in. */
export type GuestRecord = Adder & {
  linkId: string
  name: string | null
  isBlocked: boolean
  imageCount: number
  waitingCount: number
  createdAt: string
  lastAddedAt: string | null
}

/** Returns false if the link is full. */
export const countGuests = (db: Database, linkId: string, bound: Bound) =>
  countWithin(db, { table: 'links', column: 'guest_count' }, linkId, bound)

/** Returns false if the guest or the link has too many images. */
export async function countGuestImage(
  db: Database,
  { guestId, linkId, isWaiting, now }: { guestId: string; linkId: string; isWaiting: boolean; now: string },
  max: { perGuest: number; perLink: number },
) {
  const isWithin =
    (await countWithin(db, { table: 'guests', column: 'image_count' }, guestId, { max: max.perGuest })) &&
    (await countWithin(db, { table: 'links', column: 'guest_image_count' }, linkId, { max: max.perLink }))
  if (!isWithin) return false
  await db
    .updateTable('guests')
    .set((eb) => ({ last_added_at: now, waiting_count: eb('waiting_count', '+', Number(isWaiting)) }))
    .where('id', '=', guestId)
    .execute()
  if (isWaiting) {
    await db
      .updateTable('links')
      .set((eb) => ({ waiting_count: eb('waiting_count', '+', 1) }))
      .where('id', '=', linkId)
      .execute()
  }
  return true
}

const waitingOfGuest = sql`(select count(*) from waiting_images where waiting_images.guest_id = guests.id)`
const imagesOfGuest = sql`(${waitingOfGuest}
  + (select count(*) from images where images.guest_id = guests.id and images.trashed_at is null))`

/** Guests who never added an image have no counters. */
const hasAdded = sql`last_added_at is not null`

export const hasWrongCounters = sql`(
  ${hasAdded} and (waiting_count <> ${waitingOfGuest} or image_count <> ${imagesOfGuest})
)`

/** Corrects the image counts of a link's guests. */
export const recountGuests = (db: Database, linkId: string) =>
  sql`
    update guests set waiting_count = ${waitingOfGuest}, image_count = ${imagesOfGuest}
    where link_id = ${linkId} and ${hasAdded}`.execute(db)

/** The name in the guest's row wins, because the owner can change it. */
const guestName = sql<string | null>`coalesce(guests.name, users.gallery_name, users.name)`

export async function findGuest(db: Database, id: string) {
  const row = await guestsWithNames(db).where('guests.id', '=', id).executeTakeFirst()
  return row && toGuest(row)
}

/** Lists guests who have added images, the latest first. */
export async function listAddingGuests(db: Database, linkId: string, after: Cursor | undefined, limit: number) {
  let query = guestsWithNames(db).where('guests.link_id', '=', linkId).where('last_added_at', 'is not', null)
  if (after) query = query.where(sql<SqlBool>`(last_added_at, guests.id) < (${after.value}, ${after.id})`)
  const rows = await query
    .orderBy('last_added_at', 'desc')
    .orderBy('guests.id', 'desc')
    .limit(limit + 1)
    .execute()
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return { guests: rows.slice(0, limit).map(toGuest), next: last && { value: last.last_added_at ?? '', id: last.id } }
}

export async function updateGuest(db: Database, id: string, { name, isBlocked }: GuestChange) {
  const columns = {
    ...(name !== undefined && { name }),
    ...(isBlocked !== undefined && { is_blocked: Number(isBlocked) }),
  }
  if (Object.keys(columns).length > 0) await db.updateTable('guests').set(columns).where('id', '=', id).execute()
}

const guestsWithNames = (db: Database) =>
  db
    .selectFrom('guests')
    .leftJoin('users', 'users.id', 'guests.user_id')
    .selectAll('guests')
    .select(guestName.as('shown_name'))

type NamedRow = Awaited<ReturnType<ReturnType<typeof guestsWithNames>['executeTakeFirstOrThrow']>>

const toGuest = (row: NamedRow): GuestRecord => ({
  id: row.id,
  linkId: row.link_id,
  invitationId: row.invitation_id,
  userId: row.user_id,
  name: row.shown_name,
  isBlocked: row.is_blocked === 1,
  imageCount: row.image_count,
  waitingCount: row.waiting_count,
  createdAt: row.created_at,
  lastAddedAt: row.last_added_at,
})

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

    async isUserBlocked(linkId: string, userId: string) {
      const row = await db
        .selectFrom('guests')
        .select('id')
        .where('link_id', '=', linkId)
        .where('user_id', '=', userId)
        .where('is_blocked', '=', 1)
        .executeTakeFirst()
      return row !== undefined
    },

    async findByUser(linkId: string, userId: string) {
      const row = await db
        .selectFrom('guests')
        .select('id')
        .where('link_id', '=', linkId)
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.id
    },

    /** Returns false if the invitation or the account already has a guest. */
    async insert({ id, linkId, invitationId, userId }: NewGuest, now: string) {
      const ids = { id, link_id: linkId, invitation_id: invitationId, user_id: userId }
      const result = await db
        .insertInto('guests')
        .values({ ...ids, name: null, email: null, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
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
