import type { Database } from './database.ts'

/**
 * A repository whose statements can also run as one: `transaction` hands out the same repository bound to a transaction,
 * so none of its calls can step outside, and what throws is undone.
 */
export const withTransactions = <Repository>(db: Database, bind: (db: Database) => Repository) => ({
  ...bind(db),
  transaction: <T>(work: (bound: Repository) => Promise<T>) => db.transaction().execute((tx) => work(bind(tx))),
})
