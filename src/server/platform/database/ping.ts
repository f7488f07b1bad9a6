import { sql } from 'kysely'
import type { Database } from './database.ts'

export const pingDatabase = (db: Database) => sql`select 1`.execute(db)
