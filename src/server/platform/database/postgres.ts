import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './schema.ts'
import { logTo, type StatementListener } from './statement-listener.ts'

/** Where PostgreSQL is. Where `url` leads to PgBouncer, `directUrl` leads past it. */
export type PostgresServer = { url: string; directUrl?: string | undefined; maxConnections?: number | undefined }

/** For what needs a connection that stays its own between transactions: notifications, migrations, copies. */
export const directUrlOf = ({ url, directUrl }: PostgresServer) => directUrl ?? url

/** Kept by the server itself. PgBouncer does not pass them on, and refuses who asks for them. */
const serverLimits = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 }

/** The server's own limit does not help when the server itself hangs. */
const ownLimits = { query_timeout: 12_000 }

function open(config: pg.PoolConfig, onStatement?: StatementListener) {
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
  return new Kysely<Tables>({ ...logTo(onStatement), dialect: new PostgresDialect({ pool }) })
}

/** For requests. Whatever is kept between two transactions is lost behind PgBouncer, so nothing is. */
export const openPostgres = (server: PostgresServer, onStatement?: StatementListener) =>
  open(
    {
      connectionString: server.url,
      ...(server.maxConnections !== undefined && { max: server.maxConnections }),
      ...ownLimits,
      ...(server.directUrl === undefined && serverLimits),
    },
    onStatement,
  )

/** One connection on which a statement may take as long as it needs, for whoever migrates or copies a whole database. */
export const openPatientPostgres = (server: PostgresServer) =>
  open({
    connectionString: directUrlOf(server),
    max: 1,
    // Said and not left out: the role may have limits of its own.
    options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0',
  })
