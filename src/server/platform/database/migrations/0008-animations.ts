import { statements } from './migration.ts'

export const animations = statements(
  '0008-animations',
  'alter table images add column is_animated integer not null default 0',
  { sqlite: [], postgres: [] },
)
