import { execFile } from 'node:child_process'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { StartupProblem } from '../startup-problem.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { directUrlOf, openPatientPostgres, type PostgresServer } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export const snapshotName = (options: DatabaseOptions) =>
  options.kind === 'sqlite' ? 'database.sqlite' : 'database.dump'

/**
 * Copies the database to a file as it is at one moment, however much is written meanwhile, and then reads what is in the
 * copy: what `read` sees is exactly what comes back from it.
 */
export async function takeSnapshot(options: DatabaseOptions, file: string, read: (db: Database) => Promise<void>) {
  if (options.kind === 'sqlite') {
    // In one reading transaction, so that it ends whatever others write; a copy page by page would begin anew each time.
    const source = new DatabaseSync(options.file, { readOnly: true })
    source.prepare('vacuum into ?').run(file)
    source.close()
    return reading(openSqlite(file), read)
  }
  const db = openPatientPostgres(options)
  await reading(db, () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
        await runTool('pg_dump', [
          '--format=custom',
          `--snapshot=${rows[0]?.id}`,
          `--file=${file}`,
          directUrlOf(options),
        ])
        await read(tx)
      }),
  )
}

/** Puts a snapshot where there is no database yet. */
export async function restoreSnapshot(options: DatabaseOptions, file: string, { replace }: { replace: boolean }) {
  if (options.kind === 'postgres') {
    const clean = replace ? ['--clean', '--if-exists'] : []
    const single = ['--single-transaction', '--exit-on-error', '--no-owner', `--dbname=${directUrlOf(options)}`]
    return runTool('pg_restore', [...clean, ...single, file])
  }
  const snapshot = new DatabaseSync(file, { readOnly: true })
  snapshot.prepare('vacuum into ?').run(options.file)
  snapshot.close()
}

/** Whether there is anything that a restored snapshot would meet. */
export async function isEmptyDatabase(options: PostgresServer) {
  const db = openPatientPostgres(options)
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

async function runTool(name: 'pg_dump' | 'pg_restore', args: string[]) {
  try {
    await promisify(execFile)(name, args)
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: string }
    if (code === 'ENOENT') {
      throw new StartupProblem(`${name} was not found: install PostgreSQL's client programs and put them on the PATH.`)
    }
    throw new StartupProblem(`${name} failed: ${(stderr ?? '').trim().split('\n')[0]}.`, { cause: error })
  }
}
