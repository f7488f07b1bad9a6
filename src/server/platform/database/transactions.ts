import type { Database } from './database.ts'
import { isDeadlock } from './errors.ts'

const maxTries = 4

/**
 * `transaction` passes the same repository bound to a transaction, so none of its calls can bypass the transaction. An
 * error rolls it back. Deadlocks are retried, so the work must be safe to repeat.
 */
export const withTransactions = <Repository>(db: Database, bind: (db: Database) => Repository) => ({
  ...bind(db),
  async transaction<T>(work: (bound: Repository) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await db.transaction().execute((tx) => work(bind(tx)))
      } catch (error) {
        if (tries === maxTries || !isDeadlock(error)) throw error
      }
    }
  },
})
