import { statements } from './migration.ts'

/**
 * What is deleted goes in steps: until it has gone it belongs to an account that is `removed`, which nobody sees. Of a link it is
 * kept whose counts its own are still to be taken from, and up to which hour that is done.
 */
export const removals = statements(
  '0023-removals',
  `
  alter table users add column removed_at TEXT;
  create table removals (
    user_id TEXT primary key references users (id) on delete cascade,
    counted_for TEXT,
    link_id TEXT,
    uncounted_until integer not null
  )
  `,
  { sqlite: [], postgres: [] },
)
