import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { Tables } from './schema.ts'
import { logTo, type StatementListener } from './statement-listener.ts'

/**
 * Where PostgreSQL is. Where `url` leads to PgBouncer, `directUrl` leads past it; `replicaUrl` leads to a copy, which may be
 * behind.
 */
export type PostgresServer = {
  url: string
  directUrl?: string | undefined
  replicaUrl?: string | undefined
  maxConnections?: number | undefined
}

/** For what needs a connection that stays its own between transactions: notifications, migrations, copies. */
export const directUrlOf = ({ url, directUrl }: PostgresServer) => directUrl ?? url

/** Kept by the server itself. PgBouncer does not pass them on, and refuses who asks for them. */
const serverLimits = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 }

/** The server's own limit does not help when the server itself hangs. */
const ownLimits = { query_timeout: 12_000 }

/** A replica that could not be reached is left alone for so long: somebody waits for each try. */
const replicaRestMs = 10_000

/** To the primary meanwhile, on top of those that every node has. */
const connectionsInItsPlace = 2

function createPool(config: pg.PoolConfig) {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    application_name: 'framelight',
    ...config,
  })
  // A connection that breaks while idle is replaced by the pool; the next query meets a fresh one.
  pool.on('error', () => {})
  // One that breaks while it is in use fails the statement under way, or the next; without a listener Node would stop.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const open = (pool: PostgresPool, onStatement?: StatementListener) =>
  new Kysely<Tables>({ ...logTo(onStatement), dialect: new PostgresDialect({ pool }) })

/** For requests. Whatever is kept between two transactions is lost behind PgBouncer, so nothing is. */
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

/** For reads that may be a moment old: of the replica, and of the primary while that one cannot be reached. */
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

/** One connection on which a statement may take as long as it needs, for whoever migrates or copies a whole database. */
export const openPostgresWithRetry = (server: PostgresServer) =>
  open(
    createPool({
      connectionString: directUrlOf(server),
      max: 1,
      // Said and not left out: the role may have limits of its own.
      options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
    }),
  )
