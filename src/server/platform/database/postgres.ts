import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Tables } from './schema.ts'
import { logTo, type StatementListener } from './statement-listener.ts'

/** If `url` points to PgBouncer, `directUrl` bypasses it. `replicaUrl` points to a replica, which may lag behind. */
export type PostgresServer = {
  url: string
  directUrl?: string | undefined
  replicaUrl?: string | undefined
  maxConnections?: number | undefined
}

/** Notifications, migrations and copies need session state, which PgBouncer doesn't keep. */
export const directUrlOf = ({ url, directUrl }: PostgresServer) => directUrl ?? url

/** The server enforces these limits. PgBouncer rejects connections that set them. */
const serverLimits = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 }

/** Our own timeout ends a query if the server itself hangs. */
const ownLimits = { query_timeout: 12_000 }

/** How long we skip an unreachable replica, because each attempt delays a request. */
const replicaRestMs = 10_000

/** The maximum number of extra connections to the primary while the replica is down. */
const connectionsInItsPlace = 2

function createPool(config: pg.PoolConfig) {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'framelight',
    ...config,
  })
  // The pool replaces a connection that breaks while idle.
  pool.on('error', () => {})
  // A connection that breaks in use fails its statement. Without a listener, Node would crash.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const open = (pool: PostgresPool, onStatement?: StatementListener) =>
  new Kysely<Tables>({ ...logTo(onStatement), dialect: new PostgresDialect({ pool }) })

/** Requests must not use session state, because PgBouncer loses it between transactions. */
const createRequestPool = (connectionString: string, { directUrl, maxConnections }: PostgresServer) =>
  createPool({
    connectionString,
    ...(maxConnections !== undefined && { max: maxConnections }),
    ...ownLimits,
    ...(directUrl === undefined && serverLimits),
  })

export const openPostgres = (server: PostgresServer, onStatement?: StatementListener) =>
  open(createRequestPool(server.url, server), onStatement)

export type ReplicaListeners = {
  onStatement?: StatementListener | undefined
  onUnreachable: (error: unknown) => void
}

export function openReplica(
  server: PostgresServer,
  replicaUrl: string,
  { onStatement, onUnreachable }: ReplicaListeners,
) {
  const replica = createRequestPool(replicaUrl, server)
  const primary = createRequestPool(server.url, { ...server, maxConnections: connectionsInItsPlace })
  let restsUntil = 0

  async function connect() {
    if (performance.now() >= restsUntil) {
      try {
        return await replica.connect()
      } catch (error) {
        restsUntil = performance.now() + replicaRestMs
        onUnreachable(error)
      }
    }
    return primary.connect()
  }

  const end = async () => void (await Promise.all([replica.end(), primary.end()]))
  return open({ connect, end }, onStatement)
}

export const openPostgresWithoutTimeouts = (server: PostgresServer) =>
  open(
    createPool({
      connectionString: directUrlOf(server),
      max: 1,
      // Set explicitly, because the role may have its own limits.
      options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    }),
  )
