import { type Kysely, sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

export type Migration = {
  name: string
  /** On PostgreSQL, the migration runs outside a transaction, so it has to be idempotent. */
  isConcurrent?: true
  /**
   * Nodes of the previous version can't run after this migration and don't start, so stop all of them first. Additive
   * migrations aren't breaking. Drop tables and columns one release after the code stops using them.
   */
  isBreaking?: true
  // biome-ignore lint/suspicious/noExplicitAny: migrations use the tables as they were at the time
  up: (db: Kysely<any>, engine: Engine) => Promise<void>
}

/**
 * Creates a migration from plain SQL for both engines, followed by engine-specific statements. `TEXT` in capitals
 * becomes a type that compares bytewise, so that sorting and cursors work the same on both engines. A `CLUSTERED` table
 * is stored in key order if the engine supports it, for rows that are read many at a time.
 */
export const statements = (name: string, script: string, only: Record<Engine, string[]>): Migration => ({
  name,
  async up(db, engine) {
    const text = engine === 'postgres' ? 'text collate "C"' : 'text'
    const clustered = engine === 'postgres' ? '' : 'without rowid'
    for (const statement of script.split(';')) {
      if (statement.trim())
        await sql.raw(statement.replaceAll('TEXT', text).replaceAll('CLUSTERED', clustered)).execute(db)
    }
    for (const statement of only[engine]) await sql.raw(statement).execute(db)
  },
})

/**
 * On PostgreSQL, builds indexes without blocking reads and writes, which is only possible outside a transaction. An
 * interrupted build leaves an invalid index, so any existing index is dropped first.
 */
export const indexes = (name: string, created: Record<string, string>): Migration => ({
  name,
  isConcurrent: true,
  async up(db, engine) {
    const concurrently = engine === 'postgres' ? 'concurrently' : ''
    for (const [index, on] of Object.entries(created)) {
      await sql.raw(`drop index ${concurrently} if exists ${index}`).execute(db)
      await sql.raw(`create index ${concurrently} ${index} on ${on}`).execute(db)
    }
  },
})
