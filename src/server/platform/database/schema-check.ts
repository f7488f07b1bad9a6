import { type Kysely, sql } from 'kysely'
import { StartupProblem } from '../startup-problem.ts'
import { migrate } from './migrate.ts'
import type { Engine } from './migrations/migration.ts'
import { openSqlite } from './sqlite.ts'

/** If `isRequired`, an insert has to set the column. */
type Column = { name: string; isRequired: boolean }

const columnsIn: Record<Engine, ReturnType<typeof sql<{ name: string; required: boolean | number }>>> = {
  sqlite: sql`
    select tables.name || '.' || columns.name as name, "notnull" and dflt_value is null and pk = 0 as required
    from sqlite_master as tables join pragma_table_info(tables.name) as columns
    where tables.type = 'table' and tables.name not like 'sqlite%'`,
  postgres: sql`
    select relname || '.' || attname as name,
      attnotnull and not atthasdef and attidentity = '' as required
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
}

export async function readColumns<T>(db: Kysely<T>, engine: Engine): Promise<Column[]> {
  const { rows } = await columnsIn[engine].execute(db)
  return rows.map(({ name, required }) => ({ name, isRequired: Boolean(required) }))
}

async function makeAndRead() {
  const db = openSqlite(':memory:')
  try {
    await migrate(db, 'sqlite')
    return await readColumns(db, 'sqlite')
  } finally {
    await db.destroy()
  }
}
let expected: Promise<Column[]> | undefined

/**
 * Migrations are recorded only by name. Their SQL may have been different, or a newer version may have dropped a column
 * we need, so we compare the columns. Extra columns are fine unless inserts require them.
 */
export async function requireSchema<T>(db: Kysely<T>, engine: Engine) {
  expected ??= makeAndRead()
  const wanted = await expected
  const found = await readColumns(db, engine)
  const missing = difference(wanted, found)
  if (missing.length > 0) throw unfit(`lacks ${missing.join(', ')}`)

  const tables = new Set(wanted.map(({ name }) => tableOf(name)))
  const required = found.filter(({ name, isRequired }) => isRequired && tables.has(tableOf(name)))
  const unknown = difference(required, wanted)
  if (unknown.length > 0) throw unfit(`requires ${unknown.join(', ')}`)
}

const difference = (some: Column[], others: Column[]) => {
  const names = new Set(others.map(({ name }) => name))
  return some.map(({ name }) => name).filter((name) => !names.has(name))
}

const tableOf = (column: string) => column.slice(0, column.indexOf('.'))

const unfit = (why: string) =>
  new StartupProblem(
    `The database ${why}, so this version of Framelight can't use it. Start the newer version, or restore a backup.`,
  )
