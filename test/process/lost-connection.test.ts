import pg from 'pg'
import { expect, test } from 'vitest'
import type { Answer } from '#test/support/client.ts'
import { createPostgresAndS3 } from '#test/support/postgres-and-s3.ts'
import { createProduct } from '#test/support/product.ts'
import { inScope, type Scope } from '#test/support/scope.ts'
import { until } from '#test/support/until.ts'
import { findFreePort, launch } from './launch.ts'

async function connectTo(scope: Scope, connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  scope.defer(() => client.end())
  return client
}

const rounds = 15
const clients = 8

test(
  'the server survives the loss of its PostgreSQL connections during queries, and recovers',
  {
    timeout: 60_000,
  },
  () =>
    inScope(async (scope) => {
      const { settings } = await createPostgresAndS3(scope)
      const { client, crashes } = await createProduct(scope, { settings: { ...settings, DEFAULT_PLAN: 'gold' } })
      const database = await connectTo(scope, settings.DATABASE_URL)
      const people = await Promise.all(Array.from({ length: clients }, () => client.aUser()))

      let isOver = false
      const answers: Answer[] = []
      const makeAndDelete = async (token: string) => {
        while (!isOver) {
          const made = await client.call('POST', '/api/links', { token, json: { title: 'Summer' } })
          answers.push(made)
          if (made.status === 201) answers.push(await client.del(`/api/links/${made.body.data._id}`, token))
        }
      }
      const work = Promise.allSettled(people.map(({ token }) => makeAndDelete(token)))

      const cut = async () => {
        const { rowCount } = await database.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'framelight' and state <> 'idle'",
        )
        return rowCount ?? 0
      }
      for (let round = 0; round < rounds; round++) await until(async () => (await cut()) > 0, { timeoutMs: 2_000 })
      isOver = true
      const broken = (await work).filter(({ status }) => status === 'rejected')

      expect(crashes).toEqual([])
      expect(broken).toEqual([])
      const statuses = new Set(answers.map(({ status }) => status))
      expect([...statuses].filter((status) => ![200, 201, 403, 404, 503].includes(status))).toEqual([])
      expect((await client.get('/api/health')).status).toBe(200)
      for (const { token } of people) expect((await client.get('/api/links', token)).status).toBe(200)
    }),
)

test('a missing database is reported with the name of its setting', { timeout: 60_000 }, () =>
  inScope(async (scope) => {
    const { settings } = await createPostgresAndS3(scope)
    const url = new URL(settings.DATABASE_URL)
    url.pathname = '/nowhere'
    const start = launch(scope, {
      ...settings,
      DATABASE_URL: url.href,
      PORT: String(await findFreePort()),
      DATA_DIR: await scope.folder('start'),
    })

    const { code, errors } = await start.ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^Can't open the database \([^\n]+\): check DATABASE_URL[^\n]*\.\n$/)
  }),
)
