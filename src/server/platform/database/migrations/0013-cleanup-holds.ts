import { statements } from './migration.ts'

/** Keeps files from being deleted while a backup copies them. Holds expire, in case a backup crashes. */
export const cleanupHolds = statements(
  '0013-cleanup-holds',
  `
  create table cleanup_holds (
    id TEXT primary key,
    held_until TEXT not null
  )`,
  { sqlite: [], postgres: [] },
)
