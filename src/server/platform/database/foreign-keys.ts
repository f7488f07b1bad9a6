import { type Kysely, sql } from 'kysely'
import type { Engine } from './migrations/migration.ts'

type ForeignKey = { table: string; parent: string; columns: string[]; parentColumns: string[] }
type KeyColumn = { key: string; table: string; parent: string; column: string; parent_column: string | null }

const keysIn: Record<Engine, ReturnType<typeof sql<KeyColumn>>> = {
  sqlite: sql`
    select tables.name || '.' || keys.id as key, tables.name as "table", keys."table" as parent,
      keys."from" as "column", keys."to" as parent_column
    from sqlite_master as tables join pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table' order by tables.name, keys.id, keys.seq`,
  // Skip partitions, because they inherit their table's keys and contain the same rows.
  postgres: sql`
    select keys.oid::text as key, keys.conrelid::regclass::text as "table", keys.confrelid::regclass::text as parent,
      child.attname as "column", parent.attname as parent_column
    from pg_constraint as keys
    cross join lateral unnest(keys.conkey, keys.confkey) with ordinality as pair (child, parent, place)
    join pg_attribute as child on child.attrelid = keys.conrelid and child.attnum = pair.child
    join pg_attribute as parent on parent.attrelid = keys.confrelid and parent.attnum = pair.parent
    where keys.contype = 'f' and keys.conparentid = 0 and keys.connamespace = current_schema()::regnamespace
    order by 2, 1, pair.place`,
}

async function listForeignKeys<T>(db: Kysely<T>, engine: Engine) {
  const { rows } = await keysIn[engine].execute(db)
  const keys = new Map<string, ForeignKey>()
  for (const { key, table, parent, column, parent_column } of rows) {
    const found = keys.get(key) ?? { table, parent, columns: [], parentColumns: [] }
    keys.set(key, found)
    found.columns.push(column)
    // SQLite returns null for the primary key, which is `id` in all our referenced tables.
    found.parentColumns.push(parent_column ?? 'id')
  }
  return [...keys.values()]
}

/**
 * Finds rows whose parent is missing and returns a sentence per violated foreign key. The engines reject such rows, so
 * they can only result from damage or from changes that bypassed the checks.
 */
export async function findOrphanedRows<T>(db: Kysely<T>, engine: Engine): Promise<string[]> {
  const problems: string[] = []
  for (const { table, parent, columns, parentColumns } of await listForeignKeys(db, engine)) {
    const refs = columns.map((column) => sql.ref(`child.${column}`))
    const isSet = refs.map((ref) => sql`${ref} is not null`)
    const isSame = refs.map((ref, n) => sql`${sql.ref(`parent.${parentColumns[n]}`)} = ${ref}`)
    const { rows } = await sql<{ count: number; example: string | null }>`
      select count(*) as count, min(${refs[0]}) as example from ${sql.table(table)} as child
      where ${sql.join(isSet, sql` and `)} and not exists
        (select 1 from ${sql.table(parent)} as parent where ${sql.join(isSame, sql` and `)})`.execute(db)
    const count = Number(rows[0]?.count ?? 0)
    if (count === 0) continue
    const rowsRefer = count === 1 ? 'row refers' : 'rows refer'
    const example = `${columns[0]} ${rows[0]?.example}`
    problems.push(`${table}: ${count} ${rowsRefer} to a row of ${parent} that doesn't exist (such as ${example})`)
  }
  return problems
}
