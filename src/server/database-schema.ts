import type { ActivityTables } from './features/activity/activity.tables.ts'
import type { CommentTables } from './features/comments/comments.tables.ts'

/** Adds the tables of all features to the type of the database. */
declare module './platform/database/schema.ts' {
  interface Tables extends ActivityTables, CommentTables {}
}
