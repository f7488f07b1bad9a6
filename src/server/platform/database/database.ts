import { type Kysely, sql } from 'kysely'
import { migrate } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'

/** The database, or a transaction in it: repositories cannot tell, so none can step out of its transaction. */
export type Database = Kysely<Tables>

export type DatabaseOptions = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

/** Opens the database and brings it up to date. */
export async function createDatabase(options: DatabaseOptions): Promise<Database> {
  const db = options.kind === 'sqlite' ? openSqlite(options.file) : openPostgres(options.url)
  try {
    await migrate(db, options.kind)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

export const pingDatabase = (db: Database) => sql`select 1`.execute(db)
