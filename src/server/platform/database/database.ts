import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { StartupProblem } from '../startup-problem.ts'
import { DamagedDatabase, isDatabaseDamaged } from './errors.ts'
import { isMigrated, migrate, requireMigrated } from './migrate.ts'
import {
  openPostgres,
  openPostgresWithoutTimeouts,
  openReplica,
  type PostgresServer,
  type ReplicaListeners,
} from './postgres.ts'
import { damagedDatabase } from './quick-check.ts'
import type { Tables } from './schema.ts'
import { requireSchema } from './schema-check.ts'
import { openSqlite } from './sqlite.ts'
import type { StatementListener } from './statement-listener.ts'

/** The database or a transaction. Repositories can't tell them apart, so they can't bypass their transaction. */
export type Database = Kysely<Tables>

export type DatabaseOptions =
  | { kind: 'sqlite'; file: string; isDurable?: boolean }
  | ({ kind: 'postgres' } & PostgresServer)

const open = (options: DatabaseOptions, onStatement?: StatementListener) =>
  options.kind === 'sqlite'
    ? openSqlite(options.file, { isDurable: options.isDurable, onStatement })
    : openPostgres(options, onStatement)

async function openWith(openIt: () => Database, prepare: (db: Database) => Promise<void>) {
  let db: Database | undefined
  try {
    db = openIt()
    await prepare(db)
    return db
  } catch (error) {
    await db?.destroy()
    if (isDatabaseDamaged(error)) throw damagedDatabase((error as Error).message, error)
    throw /^unsupported startup parameter/.test((error as Error).message) ? behindPgBouncer(error) : error
  }
}

const behindPgBouncer = (cause: unknown) =>
  new StartupProblem(
    'DATABASE_URL points to PgBouncer. Also set DATABASE_DIRECT_URL to the PostgreSQL server behind it (docs/scaling.md).',
    { cause },
  )

export const createDatabase = (options: DatabaseOptions, onStatement?: StatementListener): Promise<Database> =>
  openWith(
    () => open(options, onStatement),
    async (db) => {
      if (!(await isMigrated(db))) await bringUpToDate(db, options)
      await requireSchema(db, options.kind)
    },
  )

export const openReplicaOf = (options: DatabaseOptions, listeners: ReplicaListeners): Database | undefined =>
  options.kind === 'postgres' && options.replicaUrl ? openReplica(options, options.replicaUrl, listeners) : undefined

/** Migrations can take longer than a request's timeout, so on PostgreSQL they use a separate connection. */
async function bringUpToDate(db: Database, options: DatabaseOptions) {
  if (options.kind === 'sqlite') return migrate(db, options.kind)
  const patient = openPostgresWithoutTimeouts(options)
  await migrate(patient, options.kind).finally(() => patient.destroy())
}

/**
 * Opens an existing, up-to-date database, even while a server is running. Never changes the schema. `isPatient` turns
 * off statement timeouts.
 */
export function openExistingDatabase(options: DatabaseOptions, { isPatient = false } = {}): Promise<Database> {
  if (options.kind === 'sqlite' && !existsSync(options.file)) {
    throw new StartupProblem(`There's no database in ${dirname(options.file)}: check DATA_DIR.`)
  }
  const isPatientPostgres = isPatient && options.kind === 'postgres'
  return openWith(() => (isPatientPostgres ? openPostgresWithoutTimeouts(options) : open(options)), requireMigrated)
}

export const pingDatabase = (db: Database) => sql`select 1`.execute(db)

export const createDatabaseCheck = (db: Database, findFault: () => string | undefined) => async () => {
  const fault = findFault()
  if (fault !== undefined) throw new DamagedDatabase(fault)
  await pingDatabase(db)
}
