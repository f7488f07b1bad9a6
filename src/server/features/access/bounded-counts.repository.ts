import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'

const counters = {
  guests: { update: sql`update links set`, counter: sql.ref('guest_count') },
  choices: { update: sql`update links set`, counter: sql.ref('choice_count') },
  comments: { update: sql`update images set`, counter: sql.ref('comment_count') },
}

type Counted = keyof typeof counters
type Bound = { of: string; count?: number; max: number }

/**
 * Counts rows that were just inserted under a link or an image. Above `max`, it returns false, and the caller has to
 * roll back. Call it after the insert, to lock rows in the same order as the delete triggers. The count is exact under
 * concurrency.
 */
export async function countWithin(db: Database, what: Counted, { of, count = 1, max }: Bound) {
  if (count === 0) return true
  const { update, counter } = counters[what]
  const { numAffectedRows } = await sql`
    ${update} ${counter} = ${counter} + ${sql.lit(count)}
    where id = ${of} and ${counter} + ${sql.lit(count)} <= ${sql.lit(max)}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
