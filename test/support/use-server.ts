import { afterAll, beforeAll } from 'vitest'
import type { Config } from '#server/config.ts'
import { createBuilders } from './builders.ts'
import { createTestServer, type TestDependencies, type TestServer } from './server.ts'

/**
 * Creates one server and its builders per test file. Call it at the top level. The server starts before the first test
 * and can't be used earlier.
 */
export function useServer(overrides?: Partial<Config>, dependencies?: TestDependencies) {
  const server = {} as TestServer
  beforeAll(async () => {
    Object.assign(server, await createTestServer(overrides, undefined, dependencies))
  })
  afterAll(() => server.close())
  return { server, build: createBuilders(server) }
}
