import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Cursor } from './cursor.ts'
import type { Database } from './database.ts'

/** Rows that one request looks at; its answer says where the search goes on. So nobody waits for it, however many there are. */
const searchedAtOnce = 500

/** What is written is looked for as it is: nothing in it is a wildcard. */
export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

export const olderThan = (table: string, { value, id }: Cursor) =>
  sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) < (${value}, ${id})`

export const newerThan = (table: string, { value, id }: Cursor) =>
  sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) > (${value}, ${id})`

export const notOlderThan = (table: string, { value, id }: Cursor) =>
  sql<SqlBool>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.id`)}) >= (${value}, ${id})`

/** The last row that a search through a table looks at now, newest first; undefined where it comes to the end. */
export async function findBatchEnd(
  db: Database,
  table: 'users' | 'links',
  where: RawBuilder<SqlBool>,
  after: Cursor | undefined,
): Promise<Cursor | undefined> {
  const { rows } = await sql<Cursor>`
    select created_at as value, id from ${sql.table(table)}
    where ${where} and ${after ? olderThan(table, after) : sql`true`}
    order by created_at desc, id desc limit 2 offset ${sql.lit(searchedAtOnce - 1)}`.execute(db)
  return rows.length === 2 ? rows[0] : undefined
}
