import { inject } from 'vitest'
import { createPostgresDatabase, createSqliteFile } from './new-database.ts'
import { reusePostgresDatabase } from './reused-databases.ts'

export function createTestDatabase() {
  if (engine() === 'sqlite') return createSqliteFile()
  return createPostgresDatabase(inject('postgresUrl'))
}

/** Copies the database that the global setup has migrated, which is faster than migrating each one. */
export function createMigratedDatabase() {
  if (engine() === 'sqlite') return createSqliteFile(inject('migratedDatabase'))
  return reusePostgresDatabase(inject('postgresUrl'), inject('migratedDatabase'))
}

function engine() {
  const { TEST_ENGINE: engine } = process.env
  if (engine === 'sqlite' || engine === 'postgres') return engine
  throw new Error("This test needs a database, but its project doesn't have one. See test/database-tests.ts.")
}
