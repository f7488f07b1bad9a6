import type { TestProject } from 'vitest/node'
import { startPostgres } from '#scripts/postgres.mjs'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPostgresDatabase, createSqliteFile, type NewDatabase } from './new-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases; provided to the `postgres` project only. */
    postgresUrl: string
    /** The name of a database with all tables and no rows, for the tests of this engine to copy. */
    migratedDatabase: string
  }
}

/** Once for a run and engine: the server, where it needs one, and a migrated database as a template. */
export default async function setup(project: TestProject) {
  const { database, stop } = await start(project)
  const connection = await createDatabase(database.options)
  await connection.destroy()
  project.provide('migratedDatabase', database.name)
  return async () => {
    await database.remove()
    await stop()
  }
}

async function start(project: TestProject): Promise<{ database: NewDatabase; stop: () => Promise<void> }> {
  if (project.config.env.TEST_ENGINE === 'sqlite') return { database: await createSqliteFile(), stop: async () => {} }
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return { database: await createPostgresDatabase(url), stop }
}
