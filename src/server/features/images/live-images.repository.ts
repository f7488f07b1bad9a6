import { type SqlBool, sql } from 'kysely'

/**
 * Every query that reads `images` has this condition, except the trash and maintenance. test/architecture/image-reads.ts
 * lists the exceptions.
 */
export const isLive = sql<SqlBool>`images.trashed_at is null`

/** Joins the account of the guest or collaborator who added an image, as `adders`. */
export const isAdder = sql<SqlBool>`adders.id = coalesce(guests.user_id, images.adder_id)`
