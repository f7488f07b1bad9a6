import { indexes, statements } from './migration.ts'

const uncountImage = `
  update guests set image_count = image_count - 1 where id = old.guest_id;
  update links set guest_image_count = guest_image_count - 1 where id = old.link_id`

const countImage = `
  update guests set image_count = image_count + 1 where id = new.guest_id;
  update links set guest_image_count = guest_image_count + 1 where id = new.link_id`

/** A guest's name stays while one of their images is in the trash. */
const forgetName = `
  update guests set name = null, email = null where id = old.guest_id and image_count = 0
    and (name is not null or email is not null)
    and not exists (select 1 from images where images.guest_id = guests.id)
    and not exists (select 1 from choices where choices.guest_id = guests.id)
    and not exists (select 1 from comments where comments.guest_id = guests.id)`

/**
 * A deleted link is moved to a removed account (`holder_id`), which hides it everywhere. A deleted image is only marked,
 * so that its comments, favorites and statistics stay.
 */
export const trash = statements(
  '0039-trash',
  `
  alter table images add column trashed_at TEXT;

  create table trashed_links (
    link_id TEXT primary key references links (id) on delete cascade,
    user_id TEXT not null references users (id) on delete cascade,
    holder_id TEXT not null references users (id) on delete cascade,
    bytes bigint not null,
    comment_count integer not null,
    trashed_at TEXT not null
  );
  create index trashed_links_in_order on trashed_links (user_id, trashed_at, link_id);
  create index trashed_links_to_sweep on trashed_links (trashed_at, link_id);
  create index trashed_links_by_holder on trashed_links (holder_id)
  `,
  {
    sqlite: [
      'drop trigger guest_images_uncounted',
      `create trigger guest_images_uncounted after delete on images
         when old.guest_id is not null and old.trashed_at is null begin
         ${uncountImage};
         ${forgetName};
       end`,
      `create trigger guest_images_purged after delete on images
         when old.guest_id is not null and old.trashed_at is not null begin
         ${forgetName};
       end`,
      `create trigger guest_images_trashed after update of trashed_at on images
         when old.guest_id is not null and old.trashed_at is null and new.trashed_at is not null begin
         ${uncountImage};
       end`,
      `create trigger guest_images_restored after update of trashed_at on images
         when new.guest_id is not null and old.trashed_at is not null and new.trashed_at is null begin
         ${countImage};
       end`,
      ...['choices', 'comments'].flatMap((table) => [
        `drop trigger names_leave_with_${table}`,
        `create trigger names_leave_with_${table} after delete on ${table} when old.guest_id is not null begin
         ${forgetName};
       end`,
      ]),
    ],
    postgres: [
      `create or replace function uncount_guest_image() returns trigger language plpgsql as $$ begin
         if old.trashed_at is null then
           ${uncountImage};
         end if;
         ${forgetName};
         return null;
       end $$`,
      `create function trash_guest_image() returns trigger language plpgsql as $$ begin
         if old.trashed_at is null and new.trashed_at is not null then
           ${uncountImage};
         elsif old.trashed_at is not null and new.trashed_at is null then
           ${countImage};
         end if;
         return null;
       end $$`,
      `create trigger guest_images_trashed after update of trashed_at on images for each row
         when (old.guest_id is not null) execute function trash_guest_image()`,
      `create or replace function forget_guest_name() returns trigger language plpgsql as $$ begin
         ${forgetName};
         return null;
       end $$`,
    ],
  },
)

export const imagesInTrash = indexes('0039-trash-of-images', {
  images_in_trash: 'images (user_id, trashed_at, id) where trashed_at is not null',
  images_to_sweep: 'images (trashed_at, id) where trashed_at is not null',
})

/** Each link in the trash has a removed account, and lists of accounts must not have to skip them. */
export const presentUsers = indexes('0039-trash-present-users', {
  present_users_by_age: 'users (created_at, id) where removed_at is null',
})

/** Replaced by `present_users_by_age`. */
export const withoutUsersByAge = statements(
  '0039-trash-without-users-by-age',
  `
  drop index users_by_age;
  drop index users_present
  `,
  { sqlite: [], postgres: [] },
)
