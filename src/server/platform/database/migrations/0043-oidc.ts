import { statements } from './migration.ts'

/** `is_group_admin` marks administrators who lose the role when they log in without the group. */
export const oidc = statements(
  '0043-oidc',
  `
  alter table users add column is_group_admin integer not null default 0;

  create table identities (
    id TEXT primary key,
    user_id TEXT not null unique references users (id) on delete cascade,
    issuer TEXT not null,
    subject TEXT not null,
    name TEXT not null,
    email TEXT,
    created_at TEXT not null,
    unique (issuer, subject)
  );

  create table oidc_flows (
    state_hash TEXT primary key,
    browser_hash TEXT not null,
    purpose TEXT not null,
    session_id TEXT references sessions (id) on delete cascade,
    remember_me integer not null,
    step TEXT not null,
    code_hash TEXT unique,
    person TEXT,
    expires_at TEXT not null
  );
  create index oidc_flows_of_session on oidc_flows (session_id) where session_id is not null;
  create index oidc_flows_expiring on oidc_flows (expires_at)
  `,
  { sqlite: [], postgres: [] },
)
