import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/** A column that counts the rows under each row of its table. */
type Counter = { [Table in keyof Tables]: { table: Table; column: keyof Tables[Table] & string } }[keyof Tables]
export type Bound = { count?: number; max: number }

/**
 * Counts rows that were just inserted under the row `id`. Above `max`, it returns false, and the caller has to roll
 * back. Call it after the insert, to lock rows in the same order as the delete triggers. The count is exact under
 * concurrency.
 */
export async function countWithin(db: Database, { table, column }: Counter, id: string, { count = 1, max }: Bound) {
  if (count === 0) return true
  const counter = sql.ref(column)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${counter} = ${counter} + ${sql.lit(count)}
    where id = ${id} and ${counter} + ${sql.lit(count)} <= ${sql.lit(max)}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
