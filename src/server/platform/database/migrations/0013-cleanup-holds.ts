import { statements } from './migration.ts'

/** While a backup copies pictures, none of them may be cleared away: a row here, which ends by itself, holds them. */
export const cleanupHolds = statements(
  '0013-cleanup-holds',
  `
  create table cleanup_holds (
    id TEXT primary key,
    held_until TEXT not null
  )`,
  { sqlite: [], postgres: [] },
)
