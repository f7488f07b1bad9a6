import { statements } from './migration.ts'

/** `busy_until` lets only one node at a time call a webhook. Deliveries with `next_try_at` are still to be sent. */
export const webhooks = statements(
  '0048-webhooks',
  `
  create table webhooks (
    id TEXT primary key,
    user_id TEXT not null references users (id) on delete cascade,
    url TEXT not null,
    events TEXT not null,
    all_links integer not null,
    is_active integer not null,
    turned_off_because TEXT,
    secret TEXT not null,
    old_secret TEXT,
    old_secret_until TEXT,
    busy_until TEXT,
    created_at TEXT not null
  );
  create index webhooks_of_user on webhooks (user_id, created_at, id);

  create table webhook_links (
    webhook_id TEXT not null references webhooks (id) on delete cascade,
    link_id TEXT not null references links (id) on delete cascade,
    primary key (webhook_id, link_id)
  );
  create index webhook_links_of_link on webhook_links (link_id);

  create table webhook_deliveries (
    id TEXT primary key,
    webhook_id TEXT not null references webhooks (id) on delete cascade,
    event TEXT not null,
    about TEXT,
    data TEXT not null,
    images TEXT,
    image_count integer not null,
    attempts integer not null,
    status integer,
    error TEXT,
    next_try_at TEXT,
    delivered_at TEXT,
    created_at TEXT not null
  );
  create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at, id);
  create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, next_try_at) where next_try_at is not null;
  create index webhook_deliveries_due on webhook_deliveries (next_try_at) where next_try_at is not null
  `,
  { sqlite: [], postgres: [] },
)
