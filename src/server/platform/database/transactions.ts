import type { Database } from './database.ts'
import { isDeadlock } from './errors.ts'

const maxTries = 4

/** An error rolls the transaction back. Deadlocks are retried, so the work must be safe to repeat. */
export async function inTransaction<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (tries === maxTries || !isDeadlock(error)) throw error
    }
  }
}

/**
 * `transaction` passes the same repository bound to a transaction, so none of its calls can bypass the transaction. See
 * `inTransaction`.
 */
export const withTransactions = <Repository>(db: Database, bind: (db: Database) => Repository) => ({
  ...bind(db),
  transaction: <T>(work: (bound: Repository) => Promise<T>): Promise<T> => inTransaction(db, (tx) => work(bind(tx))),
})
