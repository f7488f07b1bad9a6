import { statements } from './migration.ts'

/** So that a node of an older version knows of what it does not know whether it can go on beside it. */
export const breakingMigrations = statements(
  '0024-breaking-migrations',
  'alter table migrations add column is_breaking integer not null default 0',
  { sqlite: [], postgres: [] },
)
