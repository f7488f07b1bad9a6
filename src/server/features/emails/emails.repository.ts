import type { Database } from '#server/platform/database/database.ts'

export function createEmailRepository(db: Database) {
  return {
    async isStopped(addressHash: string) {
      const query = db.selectFrom('email_stops').select('stopped_at').where('address_hash', '=', addressHash)
      return (await query.executeTakeFirst()) !== undefined
    },

    insertStop: (addressHash: string, now: string) =>
      db
        .insertInto('email_stops')
        .values({ address_hash: addressHash, stopped_at: now })
        .onConflict((conflict) => conflict.column('address_hash').doNothing())
        .execute(),

    removeStop: (addressHash: string) => db.deleteFrom('email_stops').where('address_hash', '=', addressHash).execute(),

    async isConfirmed(email: string) {
      const account = await db.selectFrom('users').select('is_confirmed').where('email', '=', email).executeTakeFirst()
      return account?.is_confirmed === 1
    },
  }
}
export type EmailRepository = ReturnType<typeof createEmailRepository>
