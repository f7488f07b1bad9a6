import { type Kysely, sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

export type Migration = {
  name: string
  /** On PostgreSQL it runs outside a transaction, so it has to be idempotent. */
  isConcurrent?: true
  /**
   * The previous version's nodes can't run alongside it and refuse to start, so all of them have to be stopped first.
   * Additive migrations aren't breaking; drop things one release after the code stopped using them.
   */
  isBreaking?: true
  // biome-ignore lint/suspicious/noExplicitAny: migrations use the tables as they were at the time
  up: (db: Kysely<any>, engine: Engine) => Promise<void>
}

/**
 * A migration in plain SQL for both engines, followed by engine-specific statements. `TEXT` in capitals becomes a type
 * that compares bytewise, so both engines agree on order and cursors. A `CLUSTERED` table is stored in key order where
 * the engine supports it, for rows that are read many at a time.
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
 * Builds indexes without blocking reads and writes. PostgreSQL can only do that outside a transaction, and an
 * interrupted build leaves an invalid index, which is dropped first.
 */
export const indexes = (name: string, created: Record<string, string>): Migration => ({
  name,
  isConcurrent: true,
  async up(db, engine) {
    for (const [index, on] of Object.entries(created)) {
      if (engine === 'postgres') await sql.raw(`drop index concurrently if exists ${index}`).execute(db)
      await sql.raw(`create index ${engine === 'postgres' ? 'concurrently' : ''} ${index} on ${on}`).execute(db)
    }
  },
})
