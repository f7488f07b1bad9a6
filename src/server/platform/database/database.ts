import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { StartupProblem } from '../startup-problem.ts'
import { migrate, requireMigrated } from './migrate.ts'
import { openPostgres } from './postgres.ts'
import type { Tables } from './schema.ts'
import { openSqlite } from './sqlite.ts'
import type { StatementListener } from './statement-listener.ts'

/** The database, or a transaction in it: repositories cannot tell, so none can step out of its transaction. */
export type Database = Kysely<Tables>

export type DatabaseOptions = { kind: 'sqlite'; file: string } | { kind: 'postgres'; url: string }

const open = (options: DatabaseOptions, onStatement?: StatementListener) =>
  options.kind === 'sqlite' ? openSqlite(options.file, { onStatement }) : openPostgres(options.url, { onStatement })

async function openWith(db: Database, prepare: (db: Database) => Promise<void>) {
  try {
    await prepare(db)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/** Opens the database and brings it up to date. */
export const createDatabase = (options: DatabaseOptions, onStatement?: StatementListener): Promise<Database> =>
  openWith(open(options, onStatement), (db) => migrate(db, options.kind))

/** Opens one that is there and of this version, beside a server that may be running. Never makes or changes a table. */
export function openExistingDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.kind === 'sqlite' && !existsSync(options.file)) {
    throw new StartupProblem(`There is no database in ${dirname(options.file)}: check DATA_DIR.`)
  }
  return openWith(open(options), requireMigrated)
}

export const pingDatabase = (db: Database) => sql`select 1`.execute(db)
