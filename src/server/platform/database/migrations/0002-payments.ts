import { statements } from './migration.ts'

export const payments = statements(
  '0002-payments',
  `
  create table subscriptions (
    user_id TEXT not null references users (id) on delete cascade,
    provider TEXT not null,
    customer_id TEXT,
    subscription_id TEXT,
    plan TEXT,
    status TEXT not null,
    current_period_end TEXT,
    cancel_at_period_end integer not null default 0,
    version integer not null default 0,
    updated_at TEXT not null,
    primary key (user_id, provider)
  );
  create index subscriptions_by_id on subscriptions (subscription_id);
  create index subscriptions_by_end on subscriptions (current_period_end);

  create table payment_events (
    id TEXT primary key,
    type TEXT not null,
    handled_at TEXT not null
  );
  create index payment_events_by_time on payment_events (handled_at);

  create table checkouts (
    id TEXT primary key,
    user_id TEXT not null,
    created_at TEXT not null
  );
  create index checkouts_by_time on checkouts (created_at);

  create table test_checkouts (
    id TEXT primary key,
    checkout_id TEXT not null,
    user_id TEXT not null references users (id) on delete cascade,
    plan TEXT not null,
    status TEXT not null,
    subscription_id TEXT,
    created_at TEXT not null
  );
  create index test_checkouts_by_user on test_checkouts (user_id);

  create table test_subscriptions (
    id TEXT primary key,
    checkout_id TEXT not null,
    user_id TEXT not null references users (id) on delete cascade,
    plan TEXT not null,
    ends_at TEXT,
    created_at TEXT not null
  );
  create index test_subscriptions_by_user on test_subscriptions (user_id)
  `,
  { sqlite: [], postgres: [] },
)
