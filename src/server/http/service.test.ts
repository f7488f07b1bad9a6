import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test } from 'vitest'
import { DamagedDatabase } from '#server/platform/database/errors.ts'
import { createStoppedClock } from '#test/support/clock.ts'
import type { App } from './app-types.ts'
import { handleError } from './errors.ts'
import { serviceRoutes } from './service.routes.ts'

function createApp(checkStorage: () => Promise<unknown>, checkDatabase = async () => {}) {
  const clock = createStoppedClock()
  const app = Fastify() as unknown as App
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  const publicConfig = {
    supportEmail: 'help@photos.example',
    payments: 'off',
    registration: 'open',
    fileLimitMb: 10,
    trashDays: 30,
    email: false,
    isEmailDeclined: false,
  } as const
  serviceRoutes(app, {
    publicConfig: async () => publicConfig,
    checkDatabase,
    checkStorage,
    hasDiskSpace: async () => true,
    clock,
  })
  onTestFinished(() => app.close())
  const ask = async (url: string) => (await app.inject(url)).statusCode
  const dataOf = async (url: string) => (await app.inject(url)).json().data
  return { app, clock, ask, dataOf }
}

test('the health check calls the storage at most once a second', async () => {
  let asked = 0
  const { clock, ask } = createApp(async () => asked++)

  expect(await Promise.all(Array.from({ length: 50 }, () => ask('/api/health')))).toEqual(Array(50).fill(200))
  clock.advance(999)
  await ask('/api/health')
  expect(asked).toBe(1)
  clock.advance(1)
  await ask('/api/health')
  expect(asked).toBe(2)
})

test('a process whose storage fails is live but unhealthy', async () => {
  const { ask } = createApp(() => Promise.reject(new Error('no answer')))

  expect([await ask('/api/health'), await ask('/api/health/live')]).toEqual([503, 200])
})

test('the health check reports a damaged database without details', async () => {
  const { app } = createApp(
    async () => {},
    async () => {
      throw new DamagedDatabase('Tree 4 page 5: btreeInitPage() returns error code 11')
    },
  )
  const answer = await app.inject('/api/health')

  expect([answer.statusCode, answer.json().error]).toEqual([503, 'The database is damaged'])
})

test('the liveness check returns the start time', async () => {
  const { clock, dataOf } = createApp(async () => {})
  const startedAt = clock.now().toISOString()
  clock.advance(60_000)

  expect(await dataOf('/api/health/live')).toEqual({ process: 'ok', startedAt })
})
