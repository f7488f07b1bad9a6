import { statements } from './migration.ts'

export const foundation = statements(
  '0001-foundation',
  `
  create table users (
    id TEXT primary key,
    name TEXT not null,
    email TEXT not null unique,
    password_hash TEXT not null,
    created_at TEXT not null
  );

  create table usage (
    user_id TEXT primary key references users (id) on delete cascade,
    links integer not null default 0 check (links >= 0),
    images integer not null default 0 check (images >= 0)
  );

  create table sessions (
    id TEXT primary key,
    token_hash TEXT not null unique,
    user_id TEXT not null references users (id) on delete cascade,
    device TEXT not null,
    created_at TEXT not null,
    last_seen_at TEXT not null,
    expires_at TEXT not null
  );
  create index sessions_by_user on sessions (user_id);
  create index sessions_by_expiry on sessions (expires_at);

  create table password_resets (
    token_hash TEXT primary key,
    user_id TEXT not null references users (id) on delete cascade,
    created_at TEXT not null,
    expires_at TEXT not null
  );
  create index password_resets_by_user on password_resets (user_id);

  create table links (
    id TEXT primary key,
    user_id TEXT not null references users (id) on delete cascade,
    slug TEXT not null unique,
    title TEXT not null,
    title_key TEXT not null,
    description TEXT not null,
    description_key TEXT not null,
    is_private integer not null,
    is_listed integer not null,
    allow_downloads integer not null,
    expires_at TEXT,
    views integer not null default 0,
    image_count integer not null default 0 check (image_count >= 0),
    next_position integer not null default 1,
    cover_image_id TEXT,
    created_at TEXT not null,
    updated_at TEXT not null
  );
  create index links_by_user on links (user_id, created_at, id);
  create index links_listed on links (created_at, id) where is_listed = 1 and is_private = 0;

  create table slugs (
    slug TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade deferrable initially deferred
  );
  create index slugs_by_link on slugs (link_id);

  create table images (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    user_id TEXT not null references users (id) on delete cascade,
    position integer not null,
    title TEXT not null,
    description TEXT not null,
    file_name TEXT not null,
    taken_at TEXT,
    width integer not null,
    height integer not null,
    placeholder TEXT not null,
    files TEXT not null,
    views integer not null default 0,
    created_at TEXT not null
  );
  create index images_by_link on images (link_id, position, id);
  create index images_by_user on images (user_id);

  create table upload_keys (
    link_id TEXT not null references links (id) on delete cascade,
    upload_key TEXT not null,
    image_id TEXT not null references images (id) on delete cascade,
    primary key (link_id, upload_key)
  );
  create index upload_keys_by_image on upload_keys (image_id);

  create table doomed_objects (
    prefix TEXT primary key,
    not_before TEXT not null,
    is_claimed integer not null default 0
  );
  create index doomed_objects_by_time on doomed_objects (not_before);

  create table comments (
    id TEXT primary key,
    image_id TEXT not null references images (id) on delete cascade,
    user_id TEXT not null references users (id) on delete cascade,
    content TEXT not null,
    created_at TEXT not null,
    updated_at TEXT not null
  );
  create index comments_by_image on comments (image_id, created_at, id);
  create index comments_by_user on comments (user_id);

  create table contact_messages (
    id TEXT primary key,
    user_id TEXT references users (id) on delete set null,
    name TEXT not null,
    email TEXT not null,
    subject TEXT not null,
    message TEXT not null,
    created_at TEXT not null
  );
  create index contact_messages_by_user on contact_messages (user_id);

  create table recent_visitors (
    visitor_key TEXT primary key,
    seen_until TEXT not null
  );
  create index recent_visitors_by_time on recent_visitors (seen_until);

  create table visitor_salts (
    day TEXT primary key,
    salt TEXT not null
  );

  create table tasks (
    id TEXT primary key,
    kind TEXT not null,
    payload TEXT not null,
    attempts integer not null default 0,
    run_at TEXT not null,
    created_at TEXT not null
  );
  create index tasks_by_time on tasks (run_at)
  `,
  // Whether an image is deleted alone, with its link or with its owner, the same transaction schedules its files for
  // deletion.
  {
    sqlite: [
      `create trigger images_doomed after delete on images begin
         insert into doomed_objects (prefix, not_before) values ('images/' || substr(old.id, 1, 2) || '/' || old.id || '/', '')
         on conflict (prefix) do update set not_before = '';
       end`,
    ],
    postgres: [
      `create function doom_image() returns trigger language plpgsql as $$ begin
         insert into doomed_objects (prefix, not_before) values ('images/' || substr(old.id, 1, 2) || '/' || old.id || '/', '')
         on conflict (prefix) do update set not_before = '';
         return old;
       end $$`,
      `create trigger images_doomed after delete on images for each row execute function doom_image()`,
    ],
  },
)
