import { statements } from './migration.ts'

/** Stores when the emailed link to an account export expires. The ZIP itself is created during the download. */
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
