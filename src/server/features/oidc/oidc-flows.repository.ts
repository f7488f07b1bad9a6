import { sql } from 'kysely'
import { type AccountRepository, createAccountRepository } from '#server/features/accounts/accounts.repository.ts'
import { createIdentityRepository } from '#server/features/accounts/identities.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { deleteInBatches } from '#server/platform/database/delete-in-batches.ts'
import { withTransactions } from '#server/platform/database/transactions.ts'
import type { OidcFlowRow } from './oidc.tables.ts'

export type Account = NonNullable<Awaited<ReturnType<AccountRepository['find']>>>

/** The person at the provider. The email address is only set if the provider has verified it. */
export type Person = {
  issuer: string
  subject: string
  statedEmail: string | null
  verifiedEmail: string | null
  name: string
  isInAdminGroup: boolean
}

const toFlow = (row: OidcFlowRow) => ({
  stateHash: row.state_hash,
  purpose: row.purpose,
  sessionId: row.session_id,
  rememberMe: row.remember_me === 1,
  expiresAt: row.expires_at,
})
export type Flow = ReturnType<typeof toFlow>
export type ProvenFlow = Flow & { person: Person }

type NewFlow = Flow & { browserHash: string }
type Held = { codeHash: string; browserHash: string }

export const createOidcFlowRepository = (db: Database) => withTransactions(db, bind)
export type OidcFlowRepository = ReturnType<typeof createOidcFlowRepository>

function bind(db: Database) {
  const withStep = (stateHash: string, step: OidcFlowRow['step']) =>
    db.updateTable('oidc_flows').where('state_hash', '=', stateHash).where('step', '=', step)

  return {
    accounts: createAccountRepository(db),
    identities: createIdentityRepository(db),

    insert: ({ stateHash, browserHash, purpose, sessionId, rememberMe, expiresAt }: NewFlow) =>
      db
        .insertInto('oidc_flows')
        .values({
          state_hash: stateHash,
          browser_hash: browserHash,
          purpose,
          session_id: sessionId,
          remember_me: Number(rememberMe),
          step: 'started',
          code_hash: null,
          person: null,
          expires_at: expiresAt,
        })
        .execute(),

    /** If a browser comes back twice with the same state, only the first call gets the flow. */
    async takeStarted({ stateHash, browserHash, now }: { stateHash: string; browserHash: string; now: string }) {
      const row = await withStep(stateHash, 'started')
        .set({ step: 'returned' })
        .where('browser_hash', '=', browserHash)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toFlow(row)
    },

    setProven: (stateHash: string, proven: { codeHash: string; person: Person; expiresAt: string }) =>
      withStep(stateHash, 'returned')
        .set({ code_hash: proven.codeHash, person: JSON.stringify(proven.person), expires_at: proven.expiresAt })
        .execute(),

    async findProven({ codeHash, browserHash, now }: Held & { now: string }): Promise<ProvenFlow | undefined> {
      const row = await db
        .selectFrom('oidc_flows')
        .selectAll()
        .where('code_hash', '=', codeHash)
        .where('browser_hash', '=', browserHash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row?.person ? { ...toFlow(row), person: JSON.parse(row.person) as Person } : undefined
    },

    /** Happens once, so repeated calls don't extend it further. */
    waitForPassword: (stateHash: string, expiresAt: string) =>
      withStep(stateHash, 'returned').set({ step: 'existing', expires_at: expiresAt }).execute(),

    /** A code works once: only one of several concurrent calls gets true. */
    async remove(stateHash: string) {
      const query = db.deleteFrom('oidc_flows').where('state_hash', '=', stateHash).returning('state_hash')
      return (await query.executeTakeFirst()) !== undefined
    },

    removeExpired: (now: string) =>
      deleteInBatches(db, { table: 'oidc_flows', key: ['state_hash'], where: sql`expires_at <= ${now}` }),
  }
}
