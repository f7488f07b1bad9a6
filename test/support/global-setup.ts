import type { TestProject } from 'vitest/node'
import { startPostgres } from '#scripts/postgres.mjs'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPostgresDatabase, createSqliteFile, dropCopiesOf, type NewDatabase } from './new-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server where tests can create databases. Only set in the `postgres` project. */
    postgresUrl: string
    migratedDatabase: string
  }
}

/** Runs once per engine. Starts the database server if needed and migrates a template database. */
export default async function setup(project: TestProject) {
  const { database, stop } = await start(project)
  const connection = await createDatabase(database.options)
  await connection.destroy()
  project.provide('migratedDatabase', database.name)
  return async () => {
    await stop()
  }
}

async function start(project: TestProject): Promise<{ database: NewDatabase; stop: () => Promise<void> }> {
  if (project.config.env.TEST_ENGINE === 'sqlite') {
    const database = await createSqliteFile()
    return { database, stop: database.remove }
  }
  const { url, stop } = await startPostgres()
  const database = await createPostgresDatabase(url)
  project.provide('postgresUrl', url)
  return {
    database,
    async stop() {
      await dropCopiesOf(database.name, url)
      await database.remove()
      await stop()
    },
  }
}
