import { statements } from './migration.ts'

/** Existing accounts are confirmed, but none of them is an administrator. Storage is counted like links and images. */
export const administration = statements(
  '0018-administration',
  `
  alter table users add column is_admin integer not null default 0;
  alter table users add column is_confirmed integer not null default 1;
  alter table users add column disabled_at TEXT;
  alter table users add column disabled_reason TEXT;
  alter table users add column granted_plan TEXT;
  alter table users add column link_limit integer;
  alter table users add column image_limit integer;
  alter table users add column storage_limit_gb integer;
  create index users_by_age on users (created_at, id);

  alter table images add column bytes bigint not null default 0;
  alter table usage add column bytes bigint not null default 0;

  create table installation (id integer primary key);

  create table registration_invitations (
    id TEXT primary key,
    email TEXT,
    created_at TEXT not null,
    expires_at TEXT not null
  );

  create table reports (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    message TEXT not null,
    created_at TEXT not null
  );
  create index reports_by_age on reports (created_at, id);
  create index reports_by_link on reports (link_id);

  create table audit_log (
    id TEXT primary key,
    actor TEXT not null,
    action TEXT not null,
    subject TEXT not null,
    details TEXT not null,
    created_at TEXT not null
  );
  create index audit_log_by_age on audit_log (created_at, id)
  `,
  {
    sqlite: [
      `update images set bytes = coalesce((select sum(value ->> 'bytes') from json_each(images.files)), 0)
       where files like '[%'`,
      `update usage set bytes = coalesce((select sum(bytes) from images where images.user_id = usage.user_id), 0)`,
    ],
    postgres: [
      `update images set bytes =
         coalesce((select sum((file ->> 'bytes')::bigint) from jsonb_array_elements(files::jsonb) as file), 0)
       where files like '[%'`,
      `update usage set bytes = coalesce((select sum(bytes) from images where images.user_id = usage.user_id), 0)`,
    ],
  },
)
