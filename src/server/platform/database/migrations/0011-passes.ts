import { statements } from './migration.ts'

/**
 * Entering a link's password or using a personal invitation creates a pass. Links with a password aren't listed, so the
 * index of listed links excludes them.
 */
export const passes = statements(
  '0011-passes',
  `
  alter table links add column password_hash TEXT;
  alter table links add column password_version integer not null default 0;
  drop index links_listed;
  create index links_listed on links (created_at, id)
    where is_listed = 1 and is_private = 0 and is_over = 0 and password_hash is null;

  create table invitations (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    name TEXT not null,
    email TEXT,
    may_download integer,
    may_comment integer,
    may_choose integer,
    expires_at TEXT,
    revoked_at TEXT,
    visits integer not null default 0,
    views integer not null default 0,
    downloads integer not null default 0,
    last_seen_at TEXT,
    created_at TEXT not null
  );
  create index invitations_by_link on invitations (link_id, created_at);

  create table invitation_days (
    invitation_id TEXT not null references invitations (id) on delete cascade,
    day TEXT not null,
    visits integer not null,
    views integer not null,
    downloads integer not null,
    primary key (invitation_id, day)
  ) CLUSTERED;
  create index invitation_days_by_day on invitation_days (day);

  create table passes (
    id TEXT primary key,
    token_hash TEXT not null unique,
    link_id TEXT not null references links (id) on delete cascade,
    invitation_id TEXT references invitations (id) on delete cascade,
    password_version integer,
    created_at TEXT not null,
    last_used_at TEXT not null
  );
  create index passes_by_link on passes (link_id);
  create index passes_by_invitation on passes (invitation_id);
  create index passes_by_last_use on passes (last_used_at);

  create table rate_limits (
    key TEXT primary key,
    count integer not null,
    ends_at TEXT not null
  );
  create index rate_limits_by_end on rate_limits (ends_at)
  `,
  { sqlite: [], postgres: [] },
)
