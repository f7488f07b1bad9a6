import { statements } from './migration.ts'

/** Settings that administrators change while the server runs. */
export const installationSettings = statements(
  '0034-installation-settings',
  `
  alter table installation add column registration TEXT;
  alter table installation add column email_declined integer not null default 0
  `,
  { sqlite: [], postgres: [] },
)
