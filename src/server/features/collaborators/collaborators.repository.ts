import { lockUsage } from '#server/features/accounts/usage.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { CollaboratorRole, ViewerCollaboration } from '#shared/collaborator-forms.ts'
import type { CollaboratorRow } from './collaborators.tables.ts'

export type CollaboratorRecord = {
  id: string
  ownerId: string
  email: string
  role: CollaboratorRole
  link: { _id: string; title: string } | null
  userId: string | null
  /** Null until they accept. */
  name: string | null
  owner: { name: string }
  invitedAt: string
  sentAt: string
  acceptedAt: string | null
}

type NewRow = Pick<CollaboratorRow, 'id' | 'owner_id' | 'email' | 'role' | 'link_id'>

/**
 * Returns whose links someone can work on. Inside a transaction that has locked the owner's usage, the answer stays true
 * until the transaction ends, because removing a collaborator takes the same lock.
 */
export async function listCollaborationsOf(db: Database, userId: string): Promise<ViewerCollaboration[]> {
  const rows = await db
    .selectFrom('collaborators')
    .select(['owner_id', 'link_id', 'role'])
    .where('user_id', '=', userId)
    .execute()
  return rows.map((row) => ({ ownerId: row.owner_id, linkId: row.link_id, role: row.role as CollaboratorRole }))
}

export const createCollaboratorRepository = (db: Database) => withTransactions(db, bind)
export type CollaboratorRepository = ReturnType<typeof createCollaboratorRepository>

function bind(db: Database) {
  /** Leaves out links in the trash, which belong to other accounts. */
  const records = () =>
    db
      .selectFrom('collaborators')
      .innerJoin('users as owners', 'owners.id', 'collaborators.owner_id')
      .leftJoin('users', 'users.id', 'collaborators.user_id')
      .leftJoin('links', (join) =>
        join.onRef('links.id', '=', 'collaborators.link_id').onRef('links.user_id', '=', 'collaborators.owner_id'),
      )
      .selectAll('collaborators')
      .select(['users.name', 'links.title'])
      .select((eb) => eb.fn.coalesce('owners.gallery_name', 'owners.name').as('owner_gallery'))
      .select('owners.name as owner_name')
      .where('owners.disabled_at', 'is', null)
      .where((eb) => eb.or([eb('collaborators.link_id', 'is', null), eb('links.id', 'is not', null)]))

  type Row = Awaited<ReturnType<ReturnType<typeof records>['executeTakeFirstOrThrow']>>
  const toRecord = (row: Row): CollaboratorRecord => ({
    id: row.id,
    ownerId: row.owner_id,
    email: row.email,
    role: row.role as CollaboratorRole,
    link: row.link_id === null ? null : { _id: row.link_id, title: row.title ?? '' },
    userId: row.user_id,
    name: row.name,
    owner: { name: row.owner_gallery || row.owner_name },
    invitedAt: row.invited_at,
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
  })

  return {
    lockUsage: (userId: string) => lockUsage(db, userId),

    listCollaborations: (userId: string) => listCollaborationsOf(db, userId),

    async listOfOwner(ownerId: string) {
      const rows = await records()
        .where('collaborators.owner_id', '=', ownerId)
        .orderBy('collaborators.invited_at', 'desc')
        .orderBy('collaborators.id', 'desc')
        .execute()
      return rows.map(toRecord)
    },

    async listOfUser(userId: string) {
      const rows = await records()
        .where('collaborators.user_id', '=', userId)
        .orderBy('collaborators.accepted_at', 'desc')
        .orderBy('collaborators.id', 'desc')
        .execute()
      return rows.map(toRecord)
    },

    async find(id: string) {
      const row = await records().where('collaborators.id', '=', id).executeTakeFirst()
      return row && toRecord(row)
    },

    async countOfUser(userId: string) {
      const { count } = await db
        .selectFrom('collaborators')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    findAccount: (userId: string) =>
      db
        .selectFrom('users')
        .select(['email', 'is_confirmed'])
        .where('id', '=', userId)
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),

    insert: (row: NewRow, now: string) =>
      db
        .insertInto('collaborators')
        .values({ ...row, user_id: null, invited_at: now, sent_at: now, accepted_at: null })
        .execute(),

    updateRole: (id: string, role: CollaboratorRole) =>
      db.updateTable('collaborators').set({ role }).where('id', '=', id).execute(),

    updateSent: (id: string, now: string) =>
      db.updateTable('collaborators').set({ sent_at: now }).where('id', '=', id).execute(),

    /** Returns false if the invitation was withdrawn or used in the meantime. */
    async accept(id: string, userId: string, now: string) {
      const result = await db
        .updateTable('collaborators')
        .set({ user_id: userId, accepted_at: now })
        .where('id', '=', id)
        .where('user_id', 'is', null)
        .executeTakeFirstOrThrow()
      return result.numUpdatedRows > 0n
    },

    remove: (id: string) => db.deleteFrom('collaborators').where('id', '=', id).execute(),

    insertTask: (task: Task) => insertTask(db, task),
  }
}
