import { sql } from 'kysely'
import { afterEach, beforeEach } from 'vitest'
import { createDatabase, type Database, type DatabaseOptions } from '#server/platform/database/database.ts'
import { migrations } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { createTestDatabase } from './database.ts'

const open = (options: DatabaseOptions) =>
  options.kind === 'sqlite' ? openSqlite(options.file) : openPostgres(options)

/** Creates an empty database for each test. */
export function useEmptyDatabase() {
  const database = {} as Awaited<ReturnType<typeof createTestDatabase>>
  beforeEach(async () => {
    Object.assign(database, await createTestDatabase())
  })
  afterEach(() => database.remove())

  /** Opens the database without migrating it. */
  async function withRaw<T>(look: (db: Database) => Promise<T>) {
    const db = open(database.options)
    try {
      return await look(db)
    } finally {
      await db.destroy()
    }
  }

  return {
    database,
    withRaw,

    bringUpToDate: async () => (await createDatabase(database.options)).destroy(),

    /** Creates the database of an earlier version, which had only the migrations before `name`. */
    async makeEarlier(name: string) {
      const count = migrations.findIndex((migration) => migration.name === name)
      if (count < 0) throw new Error(`There's no migration ${name}`)
      await withRaw((db) =>
        db.transaction().execute(async (tx) => {
          await sql`create table migrations (name text primary key, ran_at text not null)`.execute(tx)
          for (const { name, up } of migrations.slice(0, count)) {
            await up(tx, database.options.kind)
            await sql`insert into migrations (name, ran_at) values (${name}, '2026-11-01')`.execute(tx)
          }
        }),
      )
    },
  }
}
