import type { Database } from './database.ts'

const maxTries = 4

/**
 * A repository whose statements can also run as one: `transaction` hands out the same repository bound to a transaction,
 * so none of its calls can step outside, and what throws is undone. Where the engine gives one of two up because they wait
 * for each other, it is run again; so what it does besides its statements must bear repeating.
 */
export const withTransactions = <Repository>(db: Database, bind: (db: Database) => Repository) => ({
  ...bind(db),
  async transaction<T>(work: (bound: Repository) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await db.transaction().execute((tx) => work(bind(tx)))
      } catch (error) {
        if (tries === maxTries || !wasGivenUp(error)) throw error
      }
    }
  },
})

/** PostgreSQL's codes for a deadlock and for transactions that cannot be put in an order. */
const wasGivenUp = (error: unknown) => ['40P01', '40001'].includes((error as { code?: string }).code ?? '')
