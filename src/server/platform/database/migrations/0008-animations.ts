import { statements } from './migration.ts'

/** We don't know which existing images are animated, so they all count as still images, as before. */
export const animations = statements(
  '0008-animations',
  'alter table images add column is_animated integer not null default 0',
  { sqlite: [], postgres: [] },
)
