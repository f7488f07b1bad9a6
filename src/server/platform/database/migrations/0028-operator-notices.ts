import { statements } from './migration.ts'

export const operatorNotices = statements(
  '0028-operator-notices',
  `
  alter table tasks add column last_error TEXT;

  create table last_backups (
    outcome TEXT primary key,
    started_at TEXT not null,
    finished_at TEXT not null,
    bytes bigint not null,
    images bigint not null,
    error TEXT,
    count bigint not null,
    alerted_at TEXT
  )
  `,
  { sqlite: [], postgres: [] },
)
