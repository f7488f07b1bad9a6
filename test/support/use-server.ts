import { afterAll, beforeAll } from 'vitest'
import type { Config } from '#server/config.ts'
import { createBuilders } from './builders.ts'
import { createTestServer, type Surroundings, type TestServer } from './server.ts'

/**
 * One server for all tests of a file, with builders for what they need on it: to be called where the file's own functions
 * stand. It starts before the first test, so that tests and hooks may use it and nothing earlier.
 */
export function useServer(overrides?: Partial<Config>, surroundings?: Surroundings) {
  const server = {} as TestServer
  beforeAll(async () => {
    Object.assign(server, await createTestServer(overrides, undefined, surroundings))
  })
  afterAll(() => server.close())
  return { server, build: createBuilders(server) }
}
