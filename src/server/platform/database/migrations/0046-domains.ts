import { statements } from './migration.ts'

// Any number of accounts can wait for a host, but only one can hold it.
export const domains = statements(
  '0046-domains',
  `
  create table domains (
    user_id TEXT primary key references users (id) on delete cascade,
    host TEXT not null,
    is_held integer not null,
    problem TEXT,
    verified_at TEXT,
    checked_at TEXT,
    missing_since TEXT
  );
  create unique index domains_held on domains (host) where is_held = 1;
  create index domains_checked on domains (checked_at) where is_held = 1
  `,
  { sqlite: [], postgres: [] },
)
