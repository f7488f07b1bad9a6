import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { StartupProblem } from '../startup-problem.ts'
import type { Database, DatabaseOptions } from './database.ts'
import { migrate, requireMigrated } from './migrate.ts'
import type { Engine } from './migrations/migration.ts'
import { openPostgresWithoutTimeouts } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

type Row = Record<string, unknown>
type Side = { db: Kysely<Record<string, Row>>; engine: Engine; onRow: () => void }
type Summary = { count: number; digest: string }

type CopyOptions = { without?: readonly string[]; onRow?: ((rows: number) => void) | undefined }

/** Each database has its own list of migrations. */
const migrationsTable = 'migrations'
const rowsAtOnce = 500
/** SQLite allows 32,766. */
const maxParameters = 30_000

/** Reads a consistent snapshot, without timeouts. */
export async function readSnapshot<T>(options: DatabaseOptions, read: (db: Database) => Promise<T>): Promise<T> {
  if (options.kind === 'sqlite' && !existsSync(options.file)) {
    throw new StartupProblem(`There's no database in ${dirname(options.file)}: check DATA_DIR.`)
  }
  const db =
    options.kind === 'sqlite' ? openSqlite(options.file, { isReadOnly: true }) : openPostgresWithoutTimeouts(options)
  try {
    await requireMigrated(db)
    const transaction = db.transaction()
    const atOnce = options.kind === 'sqlite' ? transaction : transaction.setIsolationLevel('repeatable read')
    return await atOnce.execute(read)
  } finally {
    await db.destroy()
  }
}

/**
 * Copies all rows in one transaction and compares them before committing, so that a failure leaves no rows behind. If
 * the target already has the same rows, nothing is written. Skips the tables in `without`. Returns the number of rows.
 */
export async function copyRows(
  source: Database,
  engine: Engine,
  target: DatabaseOptions,
  { without = [], onRow }: CopyOptions = {},
): Promise<number> {
  let read = 0
  const countRow = () => onRow?.(++read)
  const db = target.kind === 'sqlite' ? openSqlite(target.file) : openPostgresWithoutTimeouts(target)
  try {
    await migrate(db, target.kind)
    return await db.transaction().execute(async (tx) => {
      const [from, to] = [sideOf(source, engine, countRow), sideOf(tx, target.kind, countRow)]
      const tables = await listTables(from, [migrationsTable, ...without])
      const isFresh = await isEmpty(to, tables)
      const restore = await deferForeignKeys(to)
      let count = 0
      for (const table of tables) {
        const wanted = isFresh ? await copyTable(from, to, table) : await summarize(from, table)
        const found = await summarize(to, table)
        if (found.count !== wanted.count || found.digest !== wanted.digest) throw different(table, isFresh)
        count += wanted.count
      }
      await restore()
      return count
    })
  } finally {
    await db.destroy()
  }
}

const sideOf = (db: Database, engine: Engine, onRow: () => void): Side => ({
  db: db as unknown as Side['db'],
  engine,
  onRow,
})

const different = (table: string, isFresh: boolean) =>
  new StartupProblem(
    isFresh
      ? `The rows of ${table} don't match after copying, so nothing was kept. Please report this.`
      : `There are other rows of ${table} in that database already. Move to an empty one.`,
  )

async function listTables({ db }: Side, without: readonly string[]) {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => !without.includes(name))
}

async function isEmpty({ db }: Side, tables: string[]) {
  for (const table of tables) {
    if (await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) return false
  }
  return true
}

/**
 * Tables are copied in any order, so foreign keys are checked at the end. Returns a function that restores the checks.
 */
async function deferForeignKeys({ db, engine }: Side) {
  if (engine === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(db)
    return async () => {}
  }
  const { rows } = await sql<{ table: string; name: string }>`
    select conrelid::regclass::text as "table", conname as name from pg_constraint
    where contype = 'f' and not condeferrable and connamespace = current_schema()::regnamespace`.execute(db)
  const alterAll = async (how: string) => {
    for (const { table, name } of rows) {
      await sql`alter table ${sql.id(table)} alter constraint ${sql.id(name)} ${sql.raw(how)}`.execute(db)
    }
  }
  await alterAll('deferrable initially deferred')
  return async () => {
    await sql`set constraints all immediate`.execute(db)
    await alterAll('not deferrable')
  }
}

async function* readRows({ db, engine }: Side, table: string): AsyncGenerator<Row> {
  if (engine === 'sqlite') return yield* db.selectFrom(table).selectAll().stream()
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(rowsAtOnce)} from copied`.execute(db)
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close copied`.execute(db)
}

async function copyTable(from: Side, to: Side, table: string): Promise<Summary> {
  const summary = createSummary()
  let waiting: Row[] = []
  const write = async () => {
    if (waiting.length > 0) await to.db.insertInto(table).values(waiting).execute()
    waiting = []
  }
  for await (const row of readRows(from, table)) {
    summary.add(row)
    from.onRow()
    waiting.push(row)
    const isFull = waiting.length >= rowsAtOnce || (waiting.length + 1) * Object.keys(row).length > maxParameters
    if (isFull) await write()
  }
  await write()
  return summary.get()
}

async function summarize(side: Side, table: string): Promise<Summary> {
  const summary = createSummary()
  for await (const row of readRows(side, table)) {
    summary.add(row)
    side.onRow()
  }
  return summary.get()
}

/**
 * XORs the hashes of all rows, so the order of rows doesn't matter. No two rows are equal, so no hashes cancel each
 * other out.
 */
function createSummary() {
  const combined = Buffer.alloc(32)
  let count = 0
  return {
    add(row: Row) {
      const hash = createHash('sha256')
      for (const column of Object.keys(row).sort()) hash.update(`${column} ${toText(row[column])}\n`)
      for (const [index, byte] of hash.digest().entries()) combined.writeUInt8(combined.readUInt8(index) ^ byte, index)
      count++
    },
    get: () => ({ count, digest: combined.toString('hex') }),
  }
}

/** Values are compared as text, because the drivers return large numbers as different types. */
const toText = (value: unknown) => {
  if (value === null) return 'null'
  const text = String(value)
  return `${text.length}:${text}`
}
