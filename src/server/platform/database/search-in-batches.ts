import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Cursor } from './cursor.ts'
import type { Database } from './database.ts'
import type { Tables } from './schema.ts'

/**
 * How many rows a request scans before it returns a cursor to continue. This limits the time of a search, no matter how
 * many rows there are.
 */
const searchedAtOnce = 500

export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const olderThan = (table: string, { value, id }: Cursor) =>
  sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${value}, ${id})`

export const newerThan = (table: string, { value, id }: Cursor) =>
  sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) > (${value}, ${id})`

export const notOlderThan = (table: string, { value, id }: Cursor) =>
  sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) >= (${value}, ${id})`

/** Returns the last row to scan in this batch, newest first, or undefined if the batch reaches the end. */
export async function findBatchEnd(
  db: Database,
  table: keyof Tables,
  where: RawBuilder<SqlBool>,
  after: Cursor | undefined,
): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`
    select created_at as value, id from ${sql.table(table)}
    where ${where} and ${after ? olderThan(table, after) : sql`true`}
    order by created_at desc, id desc limit 2 offset ${sql.lit(searchedAtOnce - 1)}`.execute(db)
  return rows.length === 2 ? rows[0] : undefined
}
