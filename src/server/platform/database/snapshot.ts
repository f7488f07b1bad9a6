import { existsSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { StartupProblem } from '../startup-problem.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { isDatabaseDamaged } from './errors.ts'
import { directUrlOf, openPostgresWithoutTimeouts, type PostgresServer } from './postgres.ts'
import { MissingTool, runPostgresTool } from './postgres-tools.ts'
import { damagedDatabase } from './quick-check.ts'
import { openSqlite } from './sqlite.ts'

type Engine = DatabaseOptions['kind']

export const snapshotNames: Record<Engine, string> = { sqlite: 'database.sqlite', postgres: 'database.dump' }

type SnapshotOptions = { without: readonly string[]; read: (db: Database) => Promise<void> }

/**
 * Copies the database to a file as a consistent snapshot, except for the rows of the tables in `without`. `read` gets
 * exactly the data that a restore would bring back.
 */
export async function takeSnapshot(options: DatabaseOptions, file: string, { without, read }: SnapshotOptions) {
  if (options.kind === 'sqlite') {
    copySqlite(options.file, file, without)
    return reading(openSqlite(file, { isReadOnly: true }), read)
  }
  const db = openPostgresWithoutTimeouts(options)
  await reading(db, () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
        const skipped = without.map((table) => `--exclude-table-data=${table}`)
        const args = ['--format=custom', `--snapshot=${rows[0]?.id}`, `--file=${file}`, ...skipped]
        await runPostgresTool('pg_dump', args, directUrlOf(options))
        await read(tx)
      }),
  )
}

/**
 * Uses one read transaction, so concurrent writes can't delay it. SQLite's backup API would start over after each
 * write.
 */
function copySqlite(from: string, to: string, without: readonly string[]) {
  try {
    const source = new DatabaseSync(from, { readOnly: true })
    try {
      source.prepare('vacuum into ?').run(to)
    } finally {
      source.close()
    }
    clearTables(to, without)
  } catch (error) {
    const { message } = error as Error
    if (isDatabaseDamaged(error)) throw damagedDatabase(message, error)
    throw new StartupProblem(`The database couldn't be copied to ${dirname(to)}: ${message}.`, { cause: error })
  }
}

function clearTables(file: string, tables: readonly string[]) {
  const copy = new DatabaseSync(file)
  try {
    const existing = copy.prepare("select name from sqlite_master where type = 'table'").all()
    const names = new Set(existing.map(({ name }) => name))
    for (const table of tables) if (names.has(table)) copy.exec(`delete from "${table}"`)
  } finally {
    copy.close()
  }
}

/** Checks the snapshot in a folder. If `database` isn't given, the file name determines the engine. */
export async function inspectSnapshot(folder: string, database: string | undefined) {
  const isThere = (engine: Engine) => existsSync(join(folder, snapshotNames[engine]))
  const engines = Object.keys(snapshotNames) as Engine[]
  const engine = engines.find((one) => (database === undefined ? isThere(one) : database === one))
  if (!engine) return undefined
  const fileName = snapshotNames[engine]
  if (!isThere(engine)) return { fileName, problem: 'is missing' }
  const problem = await findSnapshotProblem(engine, join(folder, fileName))
  return { fileName, problem: problem && `can't be read (${problem})` }
}

async function findSnapshotProblem(engine: Engine, file: string) {
  try {
    if (engine === 'postgres') {
      await runPostgresTool('pg_restore', [`--file=${devNull}`, file])
      return undefined
    }
    // With `immutable`, SQLite creates no files next to the snapshot, so a disk that's mounted read-only works.
    const snapshot = new DatabaseSync(new URL('?immutable=1', pathToFileURL(file)), { readOnly: true })
    try {
      const [found] = snapshot.prepare('pragma quick_check(1)').all()
      return found?.quick_check === 'ok' ? undefined : String(found?.quick_check)
    } finally {
      snapshot.close()
    }
  } catch (error) {
    if (error instanceof MissingTool) throw error
    return (error as Error).message
  }
}

export async function restoreDump(server: PostgresServer, file: string, { replace }: { replace: boolean }) {
  const clean = replace ? ['--clean', '--if-exists'] : []
  const args = [...clean, '--single-transaction', '--exit-on-error', '--no-owner', file]
  await runPostgresTool('pg_restore', args, directUrlOf(server))
}

export async function isEmptyDatabase(options: PostgresServer) {
  const db = openPostgresWithoutTimeouts(options)
  const tables = await db.introspection.getTables().finally(() => db.destroy())
  return tables.length === 0
}

async function reading(db: Database, read: (db: Database) => Promise<void>) {
  try {
    await read(db)
  } finally {
    await db.destroy()
  }
}
