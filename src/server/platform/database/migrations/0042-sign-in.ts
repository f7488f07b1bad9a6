import { statements } from './migration.ts'

/** Older sessions have no `confirmed_at` and count as confirmed when they were created. */
export const signIn = statements(
  '0042-sign-in',
  `
  alter table sessions add column confirmed_at TEXT;

  create table second_factors (
    user_id TEXT primary key references users (id) on delete cascade,
    secret TEXT not null,
    confirmed_at TEXT,
    expires_at TEXT not null,
    last_step bigint not null default 0
  );

  create table recovery_codes (
    user_id TEXT not null references users (id) on delete cascade,
    code_hash TEXT not null,
    primary key (user_id, code_hash)
  );

  create table passkeys (
    id TEXT primary key,
    user_id TEXT not null references users (id) on delete cascade,
    name TEXT not null,
    credential_id TEXT not null unique,
    public_key TEXT not null,
    counter bigint not null,
    is_synced integer not null,
    created_at TEXT not null,
    last_used_on TEXT
  );
  create index passkeys_of_user on passkeys (user_id, created_at);

  create table used_passkey_challenges (challenge TEXT primary key, expires_at TEXT not null);
  create index used_passkey_challenges_expiring on used_passkey_challenges (expires_at);

  create table email_changes (
    user_id TEXT primary key references users (id) on delete cascade,
    id TEXT not null unique,
    email TEXT not null,
    expires_at TEXT not null
  );
  create index email_changes_expiring on email_changes (expires_at)
  `,
  { sqlite: [], postgres: [] },
)
