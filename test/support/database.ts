import { inject } from 'vitest'
import { createPostgresDatabase, createSqliteFile } from './new-database.ts'

export const createTestDatabase = () => create(undefined)

/** A copy of the database the global setup has migrated, which is faster than migrating each. */
export const createMigratedDatabase = () => create(inject('migratedDatabase'))

function create(template: string | undefined) {
  const { TEST_ENGINE: engine } = process.env
  if (engine === 'sqlite') return createSqliteFile(template)
  if (engine === 'postgres') return createPostgresDatabase(inject('postgresUrl'), template)
  throw new Error('This file needs a database, but runs in a project without one: see test/database-tests.ts.')
}
