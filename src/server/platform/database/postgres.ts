import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './schema.ts'
import { logTo, type StatementListener } from './statement-listener.ts'

const limits = {
  statement_timeout: 10_000,
  // The server's own limit does not help when the server itself hangs.
  query_timeout: 12_000,
  idle_in_transaction_session_timeout: 15_000,
}

/** `isPatient`: a statement may take as long as it needs, for whoever copies a whole database. */
type PostgresOptions = { onStatement?: StatementListener | undefined; isPatient?: boolean }

export function openPostgres(url: string, { onStatement, isPatient = false }: PostgresOptions = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5000,
    ...(isPatient ? {} : limits),
    keepAlive: true,
    application_name: 'framelight',
  })
  // A connection that breaks while idle is replaced by the pool; the next query meets a fresh one.
  pool.on('error', () => {})
  // One that breaks while it is in use fails the statement under way, or the next; without a listener Node would stop.
  pool.on('connect', (client) => void client.on('error', () => {}))
  return new Kysely<Tables>({ ...logTo(onStatement), dialect: new PostgresDialect({ pool }) })
}
