import { statements } from './migration.ts'

/**
 * Stores hashes of unsubscribed email addresses, with or without an account. The row in `installation` records that the
 * first account was created. So only one account ever becomes the administrator automatically, even if all accounts are
 * deleted later.
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
