import { statements } from './migration.ts'

/**
 * With `all_links`, a key works for all links of its owner. Otherwise it works for those in `api_key_links`, which can
 * become empty. `link_creation_keys` makes creating links idempotent.
 */
export const apiKeys = statements(
  '0041-api-keys',
  `
  create table api_keys (
    id TEXT primary key,
    user_id TEXT not null references users (id) on delete cascade,
    token_hash TEXT not null,
    hint TEXT not null,
    name TEXT not null,
    scopes TEXT not null,
    all_links integer not null,
    expires_at TEXT,
    last_used_on TEXT,
    created_at TEXT not null
  );
  create unique index api_keys_by_token on api_keys (token_hash);
  create index api_keys_of_user on api_keys (user_id, created_at, id);

  create table api_key_links (
    key_id TEXT not null references api_keys (id) on delete cascade,
    link_id TEXT not null references links (id) on delete cascade,
    primary key (key_id, link_id)
  );
  create index api_key_links_of_link on api_key_links (link_id);

  create table link_creation_keys (
    user_id TEXT not null references users (id) on delete cascade,
    creation_key TEXT not null,
    link_id TEXT not null references links (id) on delete cascade,
    primary key (user_id, creation_key)
  );
  create index link_creation_keys_of_link on link_creation_keys (link_id)
  `,
  { sqlite: [], postgres: [] },
)
