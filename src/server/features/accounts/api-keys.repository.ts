import type { Database } from '#server/platform/database/database.ts'
import { insertTask, type Task } from '#server/platform/database/tasks.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { KeyScope } from '#shared/api-key-forms.ts'
import type { ApiKeyRow } from './accounts.tables.ts'
import { addLinks, countOwnLinks } from './link-limits.repository.ts'

export type ApiKeyRecord = {
  id: string
  userId: string
  tokenHash: string
  hint: string
  name: string
  scopes: KeyScope[]
  /** Null means all links. */
  links: string[] | null
  expiresAt: string | null
  lastUsedOn: string | null
  createdAt: string
}

const toRecord = (row: ApiKeyRow & Pick<ApiKeyRecord, 'links'>): ApiKeyRecord => ({
  id: row.id,
  userId: row.user_id,
  tokenHash: row.token_hash,
  hint: row.hint,
  name: row.name,
  scopes: row.scopes.split(' ') as KeyScope[],
  links: row.links,
  expiresAt: row.expires_at,
  lastUsedOn: row.last_used_on,
  createdAt: row.created_at,
})

export const createApiKeyRepository = (db: Database) => withTransactions(db, bind)
export type ApiKeyRepository = ReturnType<typeof createApiKeyRepository>

export async function hasApiKeys(db: Database, userId: string) {
  const key = db.selectFrom('api_keys').select('id').where('user_id', '=', userId).limit(1)
  return (await key.executeTakeFirst()) !== undefined
}

/** Returns whether there were any. */
export async function removeApiKeys(db: Database, userId: string) {
  const { numDeletedRows } = await db.deleteFrom('api_keys').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function bind(db: Database) {
  const findLinks = (ids: string[]) =>
    db
      .selectFrom('api_key_links')
      .innerJoin('api_keys', 'api_keys.id', 'api_key_links.key_id')
      .innerJoin('links', 'links.id', 'api_key_links.link_id')
      .select(['key_id as id', 'link_id'])
      .whereRef('links.user_id', '=', 'api_keys.user_id')
      .where('key_id', 'in', ids)
      .orderBy('link_id')
      .execute()

  const toRecords = async (rows: ApiKeyRow[]) => (await addLinks(rows, findLinks)).map(toRecord)

  const findOne = async (row: ApiKeyRow | undefined) => row && (await toRecords([row]))[0]

  const selectLive = (now: string) =>
    db
      .selectFrom('api_keys')
      .innerJoin('users', 'users.id', 'api_keys.user_id')
      .selectAll('api_keys')
      .where('users.disabled_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))

  return {
    /** Keys of disabled accounts don't work, but are kept. */
    findLive: async (tokenHash: string, now: string) =>
      findOne(await selectLive(now).where('token_hash', '=', tokenHash).executeTakeFirst()),

    findLiveById: async (id: string, now: string) =>
      findOne(await selectLive(now).where('api_keys.id', '=', id).executeTakeFirst()),

    async list(userId: string) {
      const rows = await db
        .selectFrom('api_keys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return toRecords(rows)
    },

    /** Returns false if the session ended in the meantime. Concurrent creations and resets wait for this lock. */
    async lockAccount(userId: string, sessionId: string) {
      const result = await db
        .updateTable('users')
        .set((eb) => ({ name: eb.ref('name') }))
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      const session = db.selectFrom('sessions').select('id').where('id', '=', sessionId)
      return result.numUpdatedRows > 0n && (await session.executeTakeFirst()) !== undefined
    },

    async count(userId: string) {
      const { count } = await db
        .selectFrom('api_keys')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    countOwnLinks: (userId: string, linkIds: string[]) => countOwnLinks(db, userId, linkIds),

    async insert(key: ApiKeyRecord) {
      await db
        .insertInto('api_keys')
        .values({
          id: key.id,
          user_id: key.userId,
          token_hash: key.tokenHash,
          hint: key.hint,
          name: key.name,
          scopes: key.scopes.join(' '),
          all_links: Number(key.links === null),
          expires_at: key.expiresAt,
          last_used_on: key.lastUsedOn,
          created_at: key.createdAt,
        })
        .execute()
      const links = (key.links ?? []).map((linkId) => ({ key_id: key.id, link_id: linkId }))
      if (links.length > 0) await db.insertInto('api_key_links').values(links).execute()
    },

    async updateName(userId: string, id: string, name: string) {
      const row = await db
        .updateTable('api_keys')
        .set({ name })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .returningAll()
        .executeTakeFirst()
      return findOne(row)
    },

    updateLastUsed: (id: string, on: string) =>
      db.updateTable('api_keys').set({ last_used_on: on }).where('id', '=', id).execute(),

    async remove(userId: string, id: string) {
      const removed = db.deleteFrom('api_keys').where('id', '=', id).where('user_id', '=', userId)
      return (await removed.executeTakeFirstOrThrow()).numDeletedRows > 0n
    },

    insertTask: (task: Task) => insertTask(db, task),
  }
}
