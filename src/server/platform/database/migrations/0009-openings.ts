import { statements } from './migration.ts'

/** Links open with the wall, as they did. Without a name of its own on galleries an account goes by its name. */
export const openings = statements(
  '0009-openings',
  `
  alter table links add column opening TEXT not null default 'wall';
  alter table users add column gallery_name TEXT
  `,
  { sqlite: [], postgres: [] },
)
