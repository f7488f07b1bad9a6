import { afterAll, beforeAll } from 'vitest'
import type { Config } from '#server/config.ts'
import { createBuilders } from './builders.ts'
import { createTestServer, type TestDependencies, type TestServer } from './server.ts'

/**
 * One server per test file, with builders. Call it at the top level; the server starts before the first test and
 * isn't usable earlier.
 */
export function useServer(overrides?: Partial<Config>, dependencies?: TestDependencies) {
  const server = {} as TestServer
  beforeAll(async () => {
    Object.assign(server, await createTestServer(overrides, undefined, dependencies))
  })
  afterAll(() => server.close())
  return { server, build: createBuilders(server) }
}
