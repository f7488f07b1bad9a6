import { inject } from 'vitest'
import { createPostgresDatabase, createSqliteFile } from './new-database.ts'

/** An empty database of the engine that this run is about. */
export const createTestDatabase = () => create(undefined)

/** With all tables and no rows: a copy of the database that the run's set-up has migrated, instead of migrating each. */
export const createMigratedDatabase = () => create(inject('migratedDatabase'))

function create(template: string | undefined) {
  const { TEST_ENGINE: engine } = process.env
  if (engine === 'sqlite') return createSqliteFile(template)
  if (engine === 'postgres') return createPostgresDatabase(inject('postgresUrl'), template)
  throw new Error('This file needs a database, but runs in a project without one: see test/database-tests.ts.')
}
