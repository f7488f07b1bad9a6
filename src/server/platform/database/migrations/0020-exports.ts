import { statements } from './migration.ts'

/** Exports of accounts: until when the address that was mailed is good. The ZIP itself is written when it is fetched. */
export const accountExports = statements(
  '0020-exports',
  `
  create table exports (
    user_id TEXT primary key references users (id) on delete cascade,
    id TEXT not null unique,
    created_at TEXT not null,
    expires_at TEXT not null
  )
  `,
  { sqlite: [], postgres: [] },
)
