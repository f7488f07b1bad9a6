import { statements } from './migration.ts'

/** Existing links keep opening with the wall. Accounts without a gallery name show their name. */
export const openings = statements(
  '0009-openings',
  `
  alter table links add column opening TEXT not null default 'wall';
  alter table users add column gallery_name TEXT
  `,
  { sqlite: [], postgres: [] },
)
