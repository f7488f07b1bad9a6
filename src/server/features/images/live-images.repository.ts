import { type SqlBool, sql } from 'kysely'

/**
 * Every query that reads `images` has this condition, except the trash and maintenance. test/architecture/image-reads.ts
 * lists the exceptions.
 */
export const isLive = sql<SqlBool>`images.trashed_at is null`
