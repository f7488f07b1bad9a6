import { statements } from './migration.ts'

/** We don't know which existing images are animated; they stay still ones, as they're shown today. */
export const animations = statements(
  '0008-animations',
  'alter table images add column is_animated integer not null default 0',
  { sqlite: [], postgres: [] },
)
