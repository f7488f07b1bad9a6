import { type Kysely, sql } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

export type Migration = {
  name: string
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
