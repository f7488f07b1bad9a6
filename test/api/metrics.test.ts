// @engine sqlite
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startMetricsServer } from '#server/http/metrics-server.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { watchServiceMetrics } from '#server/service-metrics.ts'
import { createOwnServer } from '../support/server.ts'
import { useServer } from '../support/use-server.ts'

const metrics = createMetrics()
const { server, build } = useServer({ defaultPlan: 'gold' }, { metrics })

const deploy = (...path: string[]) => readFileSync(join(import.meta.dirname, '..', '..', 'deploy', ...path), 'utf8')

type Panel = { targets: { expr: string }[] }
const dashboardQueries = () =>
  (JSON.parse(deploy('grafana', 'framelight.json')).panels as Panel[]).flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  )
const alertQueries = () =>
  [...deploy('prometheus', 'alerts.yml').matchAll(/expr: (?:>\n)?((?:.*\n)+?) +for:/g)].map(([, expr = '']) => expr)

const seriesIn = (query: string) =>
  [...query.matchAll(/\b((?:framelight|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!=|=)/g)].map(([, label]) => label as string),
  }))

/** Prometheus adds these labels. */
const ofPrometheus = ['instance', 'job']

async function useTheProduct() {
  const link = await build.aLink()
  await build.anImage({ link })
  await server.get(`/api/links/slug/${link.slug}`)
  await server.get('/api/nothing-here')
  await server.services.checkStorage()
  await server.db
    .insertInto('tasks')
    .values({
      id: 'waiting',
      kind: 'a kind nobody carries out',
      payload: '{}',
      attempts: 3,
      run_at: server.clock.now().toISOString(),
      created_at: new Date(server.clock.now().getTime() - 60_000).toISOString(),
    })
    .execute()
  return link
}

test('every metric and label used in the dashboard and alerts exists', async () => {
  watchServiceMetrics(metrics, server)
  const link = await useTheProduct()
  const { address, stop } = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0 })
  const ask = (path: string) => fetch(`http://127.0.0.1:${(address as AddressInfo).port}${path}`)
  const answer = await ask('/metrics')
  const text = await answer.text()
  const elsewhere = await ask('/')
  await stop()

  expect([answer.status, answer.headers.get('content-type'), elsewhere.status]).toEqual([
    200,
    expect.stringContaining('version=0.0.4'),
    404,
  ])
  const lines = text.split('\n')
  expect(lines).toContain('framelight_http_requests_total{method="GET",route="/api/links/slug/:slug",status="200"} 1')
  expect(lines).toContain('framelight_http_requests_total{method="GET",route="unknown",status="404"} 1')
  expect(lines).toContain('framelight_picture_seconds_count{outcome="made"} 1')
  expect(lines).toContain('framelight_tasks_waiting{kind="a kind nobody carries out"} 1')
  expect(text).toMatch(/^framelight_task_oldest_seconds\{kind="a kind nobody carries out"\} 6\d/m)
  expect(lines).toContain('framelight_task_attempts{kind="a kind nobody carries out"} 3')
  expect(lines).toContain('framelight_cache_misses_total{cache="galleries"} 1')
  // Metrics never contain IP addresses, names or slugs.
  expect(text).not.toContain(link.slug)

  const queries = [...dashboardQueries(), ...alertQueries()]
  expect(queries.length).toBeGreaterThan(30)
  for (const { name, labels } of queries.flatMap(seriesIn)) {
    const series = lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    expect(series.length, name).toBeGreaterThan(0)
    for (const label of labels.filter((label) => !ofPrometheus.includes(label))) {
      expect(
        series.some((line) => line.includes(`${label}="`)),
        `${name} by ${label}`,
      ).toBe(true)
    }
  }
})

test('counters start at 0, and the version is exported', async () => {
  const own = createMetrics()
  const fresh = await createOwnServer({ smtpUrl: 'smtp://127.0.0.1:1' }, { metrics: own })
  watchServiceMetrics(own, fresh)
  const lines = (await own.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'framelight_http_requests_total{method="POST",route="/api/auth/login",status="200"} 0',
      'framelight_http_requests_total{method="POST",route="/api/links",status="201"} 0',
      'framelight_http_requests_total{method="GET",route="/api/health",status="503"} 0',
      'framelight_database_failed_statements_total{kind="update"} 0',
      'framelight_storage_failures_total{operation="put"} 0',
      'framelight_picture_seconds_count{outcome="refused"} 0',
      'framelight_tasks_waiting{kind="contact-mail"} 0',
      'framelight_tasks_failing{kind="contact-mail"} 0',
      'framelight_task_oldest_seconds{kind="cancel-subscription"} 0',
      'framelight_emails_total{outcome="sent"} 0',
      'framelight_emails_total{outcome="failed"} 0',
      'framelight_backup_failures_total 0',
      'framelight_last_backup_timestamp_seconds 0',
    ]),
  )
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
  expect(lines.filter((line) => line.startsWith('framelight_build_info'))).toEqual([
    expect.stringMatching(`{version="${version}",commit="[0-9a-f]*",node="v\\d+.+"} 1$`),
  ])
})

test('metrics report the last successful backup and count failed backups and emails', async () => {
  const own = createMetrics()
  const fresh = await createOwnServer({}, { metrics: own })
  watchServiceMetrics(own, fresh)
  const attempt = { bytes: 24e9, images: 3, files: 15, path: '/backups/one', error: null }
  const startedAt = '2026-11-17T03:00:00.000Z'
  await fresh.services.noteBackup({ ...attempt, startedAt, finishedAt: '2026-11-17T03:06:00.000Z', ok: true })
  const failedAt = '2026-11-18T03:00:00.000Z'
  await fresh.services.noteBackup({ ...attempt, startedAt: failedAt, finishedAt: failedAt, ok: false, error: 'Full' })
  await fresh.post('/api/contact', { name: 'Ada', email: 'ada@example.com', subject: 'Hi', message: 'Hello' })
  await fresh.services.runDueTasks()
  const lines = (await own.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      `framelight_last_backup_timestamp_seconds ${Date.parse('2026-11-17T03:06:00.000Z') / 1000}`,
      'framelight_last_backup_size_bytes 24000000000',
      'framelight_last_backup_duration_seconds 360',
      'framelight_backup_failures_total 1',
      'framelight_emails_total{outcome="outbox"} 1',
    ]),
  )
})

test("if a metric can't be collected, the others are still exported", async () => {
  const own = createMetrics()
  own.watch('broken', 'Fails.', () => Promise.reject(new Error('not now')))
  own.watch('whole', 'Works.', () => 7)
  const text = await own.text()
  expect(text).toContain('framelight_whole 7')
  expect(text).not.toMatch(/^framelight_broken /m)
})

test('requests are logged by node and route but not slug, and responses have a Server-Timing header', async () => {
  const own = await createOwnServer({ accessLog: true, logLevel: 'info', nodeName: 'photos-1' })
  const { headers } = await own.get('/api/links/slug/nowhere')
  expect(headers['server-timing']).toMatch(/^app;dur=\d+\.\d$/)
  const lines = own.logLines.map((line) => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({
      node: 'photos-1',
      msg: 'request completed',
      status: 404,
      req: expect.objectContaining({ route: '/api/links/slug/:slug' }),
    }),
  )
  expect(own.logLines.join('')).not.toContain('nowhere')
})
