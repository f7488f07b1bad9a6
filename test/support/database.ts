import { inject } from 'vitest'
import { createPostgresDatabase, createSqliteFile } from './new-database.ts'

export const createTestDatabase = () => create(undefined)

/** Copies the database that the global setup has migrated, which is faster than migrating each one. */
export const createMigratedDatabase = () => create(inject('migratedDatabase'))

function create(template: string | undefined) {
  const { TEST_ENGINE: engine } = process.env
  if (engine === 'sqlite') return createSqliteFile(template)
  if (engine === 'postgres') return createPostgresDatabase(inject('postgresUrl'), template)
  throw new Error("This test needs a database, but its project doesn't have one. See test/database-tests.ts.")
}
