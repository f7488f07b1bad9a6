import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createDatabase, type Database, type DatabaseOptions } from '#server/platform/database/database.ts'
import { openPostgresWithoutTimeouts } from '#server/platform/database/postgres.ts'
import type { Store } from './engines.ts'

const dialects = {
  sqlite: {
    hex: (n: string) => `printf('%08x', ${n})`,
    instant: (seconds: string) => `strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`,
    before: ['pragma foreign_keys = off', 'pragma synchronous = off', 'pragma cache_size = -500000'],
    inTransaction: [],
  },
  postgres: {
    hex: (n: string) => `lpad(to_hex(${n}), 8, '0')`,
    instant: (seconds: string) =>
      `to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`,
    before: [],
    // Skips foreign key checks. The generated rows are valid anyway.
    inTransaction: ['set local session_replication_role = replica'],
  },
}

const chunk = 50_000

/** Flushes everything written without fsync, so the product's next write doesn't have to wait for it. */
function syncFile(path: string) {
  const file = openSync(path, 'r+')
  fsyncSync(file)
  closeSync(file)
}

/** Maps columns to SQL expressions in `n`. `copies` copies all other columns. */
type Columns = Record<string, string>

/**
 * Bulk-inserts rows. Each chunk is one transaction and is recorded after its commit, so an interrupted fill can resume.
 * Inserting a chunk twice is harmless.
 */
export async function openRows(store: Store, migrate = (options: DatabaseOptions) => createDatabase(options)) {
  const migrated = await migrate(store.database)
  if (store.database.kind === 'postgres') await migrated.destroy()
  const db = store.database.kind === 'postgres' ? openPostgresWithoutTimeouts(store.database) : migrated
  const { hex, instant, before, inTransaction } = dialects[store.engine]
  for (const statement of before) await sql.raw(statement).execute(db)
  const progressFile = join(store.dataDir, 'growth.json')
  const progress: Record<string, number> = existsSync(progressFile)
    ? JSON.parse(readFileSync(progressFile, 'utf8'))
    : {}

  const note = (name: string, count: number) => {
    progress[name] = count
    writeFileSync(progressFile, JSON.stringify(progress))
  }

  async function inChunks(name: string, count: number, write: (tx: Database, numbers: string) => Promise<unknown>) {
    for (let from = progress[name] ?? 0; from < count; from = progress[name] ?? 0) {
      const to = Math.min(from + chunk, count)
      const numbers = `with recursive numbers (n) as (select cast(${from} as bigint) union all select n + 1 from numbers where n < ${to - 1})`
      await db.transaction().execute(async (tx) => {
        for (const statement of inTransaction) await sql.raw(statement).execute(tx)
        await write(tx, numbers)
      })
      note(name, to)
      process.stderr.write(`\r${store.engine}: ${name} ${to} of ${count}   `)
    }
  }

  return {
    db,
    instant,
    hex,
    /** These IDs are as scattered and as long as real ones. `kind` has six characters. */
    id: (kind: string, n: string) => `${hex(`(${n}) * 2654435761 % 4294967296`)} || ${hex(n)} || '${kind}'`,

    /** Copies one row that matches the SQL condition `like`, with new values for the given columns. */
    copies: (name: string, table: string, like: string, count: number, columns: Columns) =>
      inChunks(name, count, async (tx, numbers) => {
        const { rows } = await sql.raw<object>(`select * from ${table} where ${like} limit 1`).execute(tx)
        if (!rows[0]) throw new Error(`No row in ${table} where ${like}`)
        const names = Object.keys(rows[0])
        const values = names.map((column) => columns[column] ?? `t.${column}`)
        await sql
          .raw(
            `${numbers} insert into ${table} (${names}) select ${values} from numbers
             cross join (select * from ${table} where ${like} limit 1) as t where true on conflict do nothing`,
          )
          .execute(tx)
      }),

    /** Inserts rows with exactly these columns. `source` names tables to cross join with the numbers. */
    rows: (name: string, table: string, count: number, columns: Columns, source = '') =>
      inChunks(name, count, (tx, numbers) =>
        sql
          .raw(
            `${numbers} insert into ${table} (${Object.keys(columns)}) select ${Object.values(columns)}
             from numbers ${source && `cross join ${source}`} where true on conflict do nothing`,
          )
          .execute(tx),
      ),

    async once(name: string, work: () => Promise<unknown>) {
      if (progress[name]) return
      await work()
      note(name, 1)
    },

    run: (statement: string) => sql.raw(statement).execute(db),
    async close() {
      await db.destroy()
      if (store.database.kind === 'sqlite') syncFile(store.database.file)
    },
  }
}
export type Rows = Awaited<ReturnType<typeof openRows>>
