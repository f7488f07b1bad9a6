import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withTimeout } from '../concurrency/with-timeout.ts'

const prefix = 'framelight_'

/** Most responses take a millisecond or two, while uploads and ZIPs take seconds. */
const answerBuckets = [0.001, 0.005, 0.02, 0.1, 0.3, 1, 3, 10, 30]
const statementBuckets = [0.0001, 0.0005, 0.002, 0.01, 0.05, 0.2, 1, 5]
const storageBuckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10]
const pictureBuckets = [0.1, 0.3, 1, 3, 10, 30]

/** Slower readings are skipped, because the other metrics matter most when something hangs. */
const timeoutMs = 2000
const late = () => new Error('No response in time')

// Known label values start at 0, because `rate()` misses a failure that creates its series.
const statementKinds = ['select', 'insert', 'update', 'delete', 'raw']
const storageOperations = ['put', 'open', 'read', 'remove', 'check']
const pictureOutcomes = ['made', 'refused']
const emailOutcomes = ['sent', 'outbox', 'failed']
const failureStatuses = [500, 503]

type Sample = { labels?: Record<string, string>; value: number }
type Read = () => Sample[] | Promise<Sample[]>
type Answered = { method: string; routeOptions?: { url?: string | undefined } }
type Route = { method: string; url: string; statuses: number[] }
type Build = { version: string; commit: string; node: string }

/** Creates Prometheus metrics for this node. This file is loaded only if metrics are on. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: prefix + name, help, labelNames, registers })
  const histogram = (name: string, help: string, labelNames: string[], buckets: number[]) =>
    new Histogram({ name: prefix + name, help, labelNames, buckets, registers })

  const requests = counter('http_requests_total', 'Requests handled.', ['method', 'route', 'status'])
  const answers = histogram(
    'http_request_seconds',
    'Time from the start of a request to the end of its response.',
    ['method', 'route'],
    answerBuckets,
  )
  const statements = histogram('database_statement_seconds', 'Statements by kind.', ['kind'], statementBuckets)
  const failedStatements = counter('database_failed_statements_total', 'Statements that failed, by kind.', ['kind'])
  const storageCalls = histogram('storage_seconds', 'File storage calls.', ['operation'], storageBuckets)
  const failedStorageCalls = counter('storage_failures_total', 'Failed file storage calls.', ['operation'])
  const pictures = histogram(
    'picture_seconds',
    'Time to process an uploaded image, including waiting.',
    ['outcome'],
    pictureBuckets,
  )
  const emails = counter('emails_total', 'Emails by outcome; outbox: saved to a folder.', ['outcome'])

  for (const kind of statementKinds) {
    statements.zero({ kind })
    failedStatements.inc({ kind }, 0)
  }
  for (const operation of storageOperations) {
    storageCalls.zero({ operation })
    failedStorageCalls.inc({ operation }, 0)
  }
  for (const outcome of pictureOutcomes) pictures.zero({ outcome })
  for (const outcome of emailOutcomes) emails.inc({ outcome }, 0)

  /** A reading that fails is omitted, which is different from zero. */
  const readInTime = async (read: Read) =>
    withTimeout(Promise.resolve(read()), timeoutMs, late).catch((): Sample[] => [])

  function collected(Kind: typeof Gauge | typeof Counter, name: string, help: string, read: Read) {
    const collect = async () => {
      const samples = await readInTime(read)
      metric.reset()
      for (const { labels = {}, value } of samples) metric.inc(labels, value)
    }
    const metric = new Kind({ name: prefix + name, help, labelNames: ['cache', 'kind'], registers, collect })
  }

  return {
    onRoute({ method, url: route, statuses }: Route) {
      for (const status of [...statuses, ...failureStatuses]) requests.inc({ method, route, status }, 0)
    },
    onAnswer({ method, routeOptions }: Answered, status: number, ms: number) {
      const route = routeOptions?.url ?? 'unknown'
      requests.inc({ method, route, status })
      answers.observe({ method, route }, ms / 1000)
    },
    onStatement(kind: string, seconds: number, hasFailed: boolean) {
      statements.observe({ kind }, seconds)
      if (hasFailed) failedStatements.inc({ kind })
    },
    onStorageCall(operation: string, seconds: number, hasFailed: boolean) {
      storageCalls.observe({ operation }, seconds)
      if (hasFailed) failedStorageCalls.inc({ operation })
    },
    onPicture: (outcome: 'made' | 'refused', seconds: number) => pictures.observe({ outcome }, seconds),
    onEmail: (outcome: 'sent' | 'outbox' | 'failed') => emails.inc({ outcome }),

    describeBuild(build: Build) {
      const labelNames = Object.keys(build)
      new Gauge({ name: `${prefix}build_info`, help: 'The running version.', labelNames, registers }).set(build, 1)
    },

    watch: (name: string, help: string, read: () => number | Promise<number>) =>
      collected(Gauge, name, help, async () => [{ value: await read() }]),
    watchEach: (name: string, help: string, read: Read) => collected(Gauge, name, help, read),
    watchTotals: (name: string, help: string, read: Read) => collected(Counter, name, help, read),

    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
