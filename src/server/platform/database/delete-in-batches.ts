import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

type Rows = {
  table: keyof Tables
  key: string[]
  where: RawBuilder<unknown>
  limit?: number
}

const usualLimit = 200

/**
 * Deletes many rows in small statements, because a SQLite statement blocks the event loop and all other writers. Never
 * call it in a transaction, because that would hold its locks until the end.
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
