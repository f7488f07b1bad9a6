import { statements } from './migration.ts'

/** Of the images there are, nobody looked: they are taken for still ones, as they are shown. */
export const animations = statements(
  '0008-animations',
  'alter table images add column is_animated integer not null default 0',
  { sqlite: [], postgres: [] },
)
