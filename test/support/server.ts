import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { loggerOptions } from '#server/http/logging.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { createServices, type Services } from '#server/services.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createMigratedDatabase } from './database.ts'
import { testPorts } from './test-ports.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS'
type Call = { token?: string | undefined; body?: unknown; headers?: Record<string, string>; from?: string }

export type Answer = {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses like any client, without our types
  body: any
  headers: Record<string, string | string[] | number | undefined>
}

/** Test doubles, and the folder of the built web app. Pages only work with that folder. */
export type TestDependencies = {
  storage?: Storage
  imageProcessor?: ImageProcessor
  webDir?: string
  metrics?: Metrics
  expensiveWork?: Services['expensiveWork']
}

/**
 * Runs the whole product on a new database and data folder, with a clock that tests can advance. Tests call it like any
 * client. Pass `beside` to start another node on the same database, and close that node first.
 */
export async function createTestServer(
  overrides: Partial<Config> = {},
  beside?: { db: Database; config: Config; clock: TestClock },
  { webDir, expensiveWork, ...given }: TestDependencies = {},
) {
  const database = beside ? { options: beside.config.database, remove: async () => {} } : await createMigratedDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'framelight-data-'))
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'debug', PUBLIC_URL: 'http://photos.test' }),
    database: database.options,
    // Tests act as the one trusted proxy.
    trustProxy: (_ip, hop) => hop < 1,
    ...overrides,
  }
  await mkdir(config.tempDir, { recursive: true })
  const logLines: string[] = []
  const log = pino(loggerOptions(config), {
    write: (line: string) => void logLines.push(line),
  })
  const clock = beside?.clock ?? createTestClock()
  const db = beside?.db ?? (await createDatabase(database.options, given.metrics?.onStatement))
  const created = await createServices({ config, db, log, clock, ...testPorts(), ...given })
  const services = { ...created, ...(expensiveWork && { expensiveWork }) }
  const routes: { method: string | string[]; url: string }[] = []
  const app = await createApp({
    config,
    services,
    log,
    metrics: given.metrics,
    webDir: webDir ?? join(dataDir, 'no-web-app'),
    onRoute: (route) => void routes.push(route),
  })
  services.start()

  const call = async (method: Method, url: string, options: Call = {}): Promise<Answer> => {
    const { token, body, headers, from } = options
    const response = await app.inject({
      method,
      url,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(from !== undefined && { 'x-forwarded-for': from }),
        ...headers,
      },
      ...(body !== undefined && { payload: body as object }),
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      body: isJson ? response.json() : response.body,
      headers: response.headers,
    }
  }

  return {
    app,
    clock,
    config,
    /** Tests use the database for data that the API can't create or return. */
    db,
    logLines,
    /** Tests use the services to run background work right away. */
    services,
    routes,
    get: (url: string, options?: Call) => call('GET', url, options),
    post: (url: string, body?: unknown, options?: Call) => call('POST', url, { ...options, body }),
    put: (url: string, body?: unknown, options?: Call) => call('PUT', url, { ...options, body }),
    del: (url: string, body?: unknown, options?: Call) => call('DELETE', url, { ...options, body }),
    call,
    async close() {
      await app.close()
      await services.close()
      if (!beside) await db.destroy()
      await database.remove()
      await rm(dataDir, { recursive: true })
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof createTestServer>>

export async function createOwnServer(overrides?: Partial<Config>, dependencies?: TestDependencies) {
  const server = await createTestServer(overrides, undefined, dependencies)
  onTestFinished(() => server.close())
  return server
}
