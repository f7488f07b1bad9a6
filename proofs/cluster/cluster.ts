import pg from 'pg'
import { startReplica } from '#scripts/postgres.mjs'
import { createClient } from '#test/support/client.ts'
import { createPostgresAndS3 } from '#test/support/postgres-and-s3.ts'
import { createProduct, findPort } from '#test/support/product.ts'
import type { Scope } from '#test/support/scope.ts'
import { inspectPostgresAndS3 } from '../faults/inspectors.ts'
import { startBalancer } from './balancer.ts'
import { startPgBouncer } from './pgbouncer.ts'

const nodeCount = 3

export async function createCluster(scope: Scope, { isPooled }: { isPooled: boolean }) {
  const shared = await createPostgresAndS3(scope)
  const { url, settings } = shared
  const database = isPooled
    ? { DATABASE_URL: await startPgBouncer(scope, url), DATABASE_DIRECT_URL: url }
    : { DATABASE_URL: url }
  const replica = await startReplica(url)
  scope.defer(replica.stop)
  const replicaUrl = new URL(replica.url)
  replicaUrl.pathname = new URL(url).pathname
  const nodes: Node[] = []
  while (nodes.length < nodeCount) {
    const metricsPort = await findPort()
    const own = { METRICS_PORT: String(metricsPort), NODE_NAME: `node-${nodes.length + 1}` }
    const common = {
      ...settings,
      ...database,
      DATABASE_REPLICA_URL: replicaUrl.href,
      DEFAULT_PLAN: 'gold',
      LINK_LIMIT: 'unlimited',
      TRUST_PROXY: '1',
    }
    const product = await createProduct(scope, { settings: { ...common, ...own } })
    nodes.push({ ...product, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` })
  }
  const balancer = createClient(
    await startBalancer(
      scope,
      nodes.map(({ client }) => client.url),
    ),
  )
  const [a, b, c] = nodes as [Node, Node, Node]
  return {
    nodes: [a, b, c] as const,
    balancer,
    inspector: inspectPostgresAndS3(shared),
    query: <Row extends pg.QueryResultRow>(text: string) => queryAt<Row>(url, text),
    replica: {
      query: <Row extends pg.QueryResultRow>(text: string) => queryAt<Row>(replicaUrl.href, text),
      stop: replica.stop,
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof createCluster>>

async function queryAt<Row extends pg.QueryResultRow>(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return (await client.query<Row>(text).finally(() => client.end())).rows
}

type Product = Awaited<ReturnType<typeof createProduct>>
export type Node = Product & { metricsUrl: string }
