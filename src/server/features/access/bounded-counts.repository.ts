import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

const counters = {
  guests: { table: 'links', column: 'guest_count' },
  choices: { table: 'links', column: 'choice_count' },
  comments: { table: 'images', column: 'comment_count' },
} as const

type Counted = keyof typeof counters
type Bound = { of: string; count?: number; max: number }

/**
 * Counts rows that were just inserted under a link or an image. Above `max`, it returns false, and the caller has to
 * roll back. Call it after the insert, to lock rows in the same order as the delete triggers. The count is exact under
 * concurrency.
 */
export async function countWithin(db: Database, what: Counted, { of, count = 1, max }: Bound) {
  if (count === 0) return true
  const { table, column } = counters[what]
  const counter = sql.ref(column)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${counter} = ${counter} + ${sql.lit(count)}
    where id = ${of} and ${counter} + ${sql.lit(count)} <= ${sql.lit(max)}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
