import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

type Rows = {
  table: keyof Tables
  /** The columns of its primary key. */
  key: string[]
  where: RawBuilder<unknown>
  /** In one statement: so many take some milliseconds. */
  limit?: number
}

const usualLimit = 200

/**
 * Deletes what may be many rows, so few in one statement that nobody waits for long: SQLite's statements keep the event loop,
 * and what they write is written by nobody else meanwhile. Never in a transaction, which would hold all of it until its end.
 */
export async function deleteInBatches(
  db: Database,
  { table, key, where, limit = usualLimit }: Rows,
  isStopping = () => false,
) {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  const some = sql`select ${columns} from ${sql.table(table)} where ${where} limit ${sql.lit(limit)}`
  const statement = sql`delete from ${sql.table(table)} where (${columns}) in (${some})`
  for (let removed = limit; removed === limit && !isStopping(); ) {
    removed = Number((await statement.execute(db)).numAffectedRows ?? 0)
    await nextTurnOfEventLoop()
  }
}
