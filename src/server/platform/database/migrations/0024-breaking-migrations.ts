import { statements } from './migration.ts'

/** Marks migrations that older nodes can't run alongside, so that a rolling update rejects them. */
export const breakingMigrations = statements(
  '0024-breaking-migrations',
  'alter table migrations add column is_breaking integer not null default 0',
  { sqlite: [], postgres: [] },
)
