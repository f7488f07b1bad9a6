import { statements } from './migration.ts'

/** Triggers count deletions and moves to other links. bounded-counts.ts counts insertions and enforces the limits. */
const uncountImage = (unless = '') => `
  update guests set image_count = image_count - 1 where id = old.guest_id ${unless};
  update links set guest_image_count = guest_image_count - 1 where id = old.link_id ${unless}`

/** A guest's name goes with their last image, favorites and comment. */
const forgetName = `
  update guests set name = null, email = null where id = old.guest_id and image_count = 0
    and (name is not null or email is not null)
    and not exists (select 1 from choices where choices.guest_id = guests.id)
    and not exists (select 1 from comments where comments.guest_id = guests.id)`

/** Approving an image also deletes it from `waiting_images`, but it still counts, and its files stay. */
const unlessApproved = 'and not exists (select 1 from images where images.id = old.id)'

const keepName = `
  update images set guest_id = null, added_by = (
      select coalesce(guests.name, users.gallery_name, users.name, '')
      from guests left join users on users.id = guests.user_id where guests.id = old.guest_id
    ) where id = old.id`

const uncountWaiting = `
  update guests set waiting_count = waiting_count - 1 where id = old.guest_id;
  update links set waiting_count = waiting_count - 1 where id = old.link_id`

const scheduleFiles = `
  insert into doomed_objects (prefix, not_before)
    select 'images/' || substr(old.id, 1, 2) || '/' || old.id || '/', ''
    where true ${unlessApproved}
    on conflict (prefix) do update set not_before = ''`

/**
 * Guests add images. Images that wait for approval have a table of their own, so no other query can show them by
 * mistake. Approving moves the row to `images` and keeps the ID.
 */
export const guestUploads = statements(
  '0035-guest-uploads',
  `
  alter table links add column guest_uploads TEXT not null default 'off';
  alter table links add column approve_uploads integer not null default 1;
  alter table links add column visitors_see TEXT not null default 'all';
  alter table links add column reveal_at TEXT;
  alter table links add column uploads_close_at TEXT;
  alter table links add column guest_upload_limit integer not null default 500;
  alter table links add column upload_limit_per_guest integer not null default 100;
  alter table links add column ask_guest_name TEXT not null default 'optional';
  alter table links add column guest_image_count integer not null default 0;
  alter table links add column waiting_count integer not null default 0;

  alter table invitations add column may_add integer;

  alter table guests add column user_id TEXT references users (id) on delete set null;
  alter table guests add column is_blocked integer not null default 0;
  alter table guests add column image_count integer not null default 0;
  alter table guests add column waiting_count integer not null default 0;
  alter table guests add column last_added_at TEXT;
  create unique index guests_by_user on guests (link_id, user_id) where user_id is not null;
  create index guests_of_account on guests (user_id) where user_id is not null;
  create index guests_who_added on guests (link_id, last_added_at, id) where last_added_at is not null;

  alter table images add column guest_id TEXT references guests (id) on delete set null;
  alter table images add column added_by TEXT;
  alter table images add column received_hash TEXT;
  alter table images add column shown_at TEXT;
  create index images_by_guest on images (guest_id, created_at, id) where guest_id is not null;
  create index images_of_guests on images (link_id, created_at, id) where guest_id is not null;
  create index images_by_received_hash on images (link_id, received_hash) where received_hash is not null;

  create table waiting_images (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    user_id TEXT not null references users (id) on delete cascade,
    guest_id TEXT not null references guests (id) on delete cascade,
    upload_key TEXT,
    received_hash TEXT not null,
    file_name TEXT not null,
    taken_at TEXT,
    width integer not null,
    height integer not null,
    placeholder TEXT not null,
    is_animated integer not null,
    files TEXT not null,
    file_hashes TEXT not null,
    camera TEXT,
    camera_patch TEXT,
    bytes bigint not null,
    created_at TEXT not null
  );
  create index waiting_images_in_order on waiting_images (link_id, created_at, id);
  create index waiting_images_by_guest on waiting_images (guest_id, created_at, id);
  create index waiting_images_by_hash on waiting_images (link_id, received_hash);
  create index waiting_images_by_user on waiting_images (user_id);

  alter table activity add column guest_id TEXT references guests (id) on delete set null;
  alter table activity add column image_count integer;
  create index activity_by_guest on activity (guest_id, created_at) where guest_id is not null
  `,
  {
    sqlite: [
      `create trigger guest_images_uncounted after delete on images when old.guest_id is not null begin
         ${uncountImage()};
         ${forgetName};
       end`,
      `create trigger guest_images_moved after update of link_id on images
         when old.guest_id is not null and new.link_id <> old.link_id begin
         ${keepName};
         ${uncountImage()};
         ${forgetName};
       end`,
      `create trigger waiting_images_uncounted after delete on waiting_images begin
         ${uncountImage(unlessApproved)};
         ${forgetName};
         ${uncountWaiting};
         ${scheduleFiles};
       end`,
      ...['choices', 'comments'].map(
        (table) => `create trigger names_leave_with_${table} after delete on ${table}
         when old.guest_id is not null begin
         ${forgetName};
       end`,
      ),
    ],
    postgres: [
      `create function uncount_guest_image() returns trigger language plpgsql as $$ begin
         ${uncountImage()};
         ${forgetName};
         return null;
       end $$`,
      `create trigger guest_images_uncounted after delete on images for each row
         when (old.guest_id is not null) execute function uncount_guest_image()`,
      `create function move_guest_image() returns trigger language plpgsql as $$ begin
         ${keepName};
         ${uncountImage()};
         ${forgetName};
         return null;
       end $$`,
      `create trigger guest_images_moved after update of link_id on images for each row
         when (old.guest_id is not null and new.link_id <> old.link_id) execute function move_guest_image()`,
      `create function uncount_waiting_image() returns trigger language plpgsql as $$ begin
         ${uncountImage(unlessApproved)};
         ${forgetName};
         ${uncountWaiting};
         ${scheduleFiles};
         return null;
       end $$`,
      `create trigger waiting_images_uncounted after delete on waiting_images for each row
         execute function uncount_waiting_image()`,
      `create function forget_guest_name() returns trigger language plpgsql as $$ begin
         ${forgetName};
         return null;
       end $$`,
      ...['choices', 'comments'].map(
        (table) => `create trigger names_leave_with_${table} after delete on ${table} for each row
         when (old.guest_id is not null) execute function forget_guest_name()`,
      ),
    ],
  },
)
