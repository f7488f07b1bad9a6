import { statements } from './migration.ts'

/**
 * Who wants no more emails from us, with or without an account. And one row that says that an installation has had its first
 * account, which became its administrator: that happens once, also when all accounts are deleted later.
 */
export const emailStops = statements(
  '0031-email-stops',
  `
  create table email_stops (
    address_hash TEXT primary key,
    stopped_at TEXT not null
  );

  insert into installation (id)
  select 1 where exists (select 1 from users) and not exists (select 1 from installation)
  `,
  { sqlite: [], postgres: [] },
)
