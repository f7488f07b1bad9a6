import { statements } from './migration.ts'

/**
 * Supports deleting in batches. Until the rows are gone, they belong to a removed account that no one can see. For a
 * deleted link, `removals` stores whose totals include its counts, and up to which hour they've been subtracted.
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
