import { type Kysely, sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

export type Migration = {
  name: string
  /** On PostgreSQL it runs outside a transaction, and must bear being repeated. */
  isConcurrent?: true
  /**
   * Nodes of the version before cannot go on beside it, and refuse to start: all have to be stopped for it. What only adds
   * is not; so what takes away comes one release after the code that needed it has gone.
   */
  isBreaking?: true
  // biome-ignore lint/suspicious/noExplicitAny: a migration speaks of the tables as they were then, not as they are now
  up: (db: Kysely<any>, engine: Engine) => Promise<void>
}

/**
 * A migration of plain statements that both engines understand, then those that each says in its own way. Text columns are
 * compared byte by byte on both, so that order and cursors agree: `TEXT` in capitals becomes the type that does so. A table
 * that is `CLUSTERED` is kept in the order of its key where the engine can do so, for rows that are read many at a time.
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
 * Indexes by name and what they are on, built while others read and write. On PostgreSQL that is possible only outside a
 * transaction; a start that was broken off leaves one that is not valid, which goes first.
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
