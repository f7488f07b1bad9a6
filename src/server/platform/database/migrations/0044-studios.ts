import { statements } from './migration.ts'

export const studios = statements(
  '0044-studios',
  `
  create table studios (
    user_id TEXT primary key references users (id) on delete cascade,
    is_on integer not null,
    settings TEXT not null
  );
  create table studio_logos (
    id TEXT primary key,
    user_id TEXT not null references users (id) on delete cascade,
    theme TEXT not null,
    png TEXT not null
  );
  create unique index studio_logos_of_user on studio_logos (user_id, theme)
  `,
  { sqlite: [], postgres: [] },
)
