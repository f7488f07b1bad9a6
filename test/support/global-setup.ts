import type { TestProject } from 'vitest/node'
import { startPostgres } from '#scripts/postgres.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** A server on which tests may create databases; provided to the `postgres` project only. */
    postgresUrl: string
  }
}

export default async function setup(project: TestProject) {
  const { url, stop } = await startPostgres()
  project.provide('postgresUrl', url)
  return stop
}
