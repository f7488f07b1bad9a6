import { statements } from './migration.ts'

/** Adds guest comments. SQLite can't drop `not null`, so its table is recreated. */
export const guestComments = statements(
  '0015-guest-comments',
  `
  alter table links add column comments TEXT not null default 'accounts';
  alter table links add column hold_guest_comments integer not null default 1
  `,
  {
    sqlite: [
      `create table new_comments (
         id text primary key,
         image_id text not null references images (id) on delete cascade,
         user_id text references users (id) on delete cascade,
         guest_id text references guests (id) on delete cascade,
         guest_name text,
         content text not null,
         state text not null default 'shown',
         created_at text not null,
         updated_at text not null,
         check ((user_id is null) <> (guest_id is null))
       )`,
      `insert into new_comments (id, image_id, user_id, content, created_at, updated_at)
         select id, image_id, user_id, content, created_at, updated_at from comments`,
      'drop table comments',
      'alter table new_comments rename to comments',
      'create index comments_by_image on comments (image_id, created_at, id)',
      'create index comments_by_user on comments (user_id)',
      'create index comments_by_guest on comments (guest_id)',
    ],
    postgres: [
      'alter table comments alter column user_id drop not null',
      'alter table comments add column guest_id text collate "C" references guests (id) on delete cascade',
      'alter table comments add column guest_name text collate "C"',
      `alter table comments add column state text collate "C" not null default 'shown'`,
      'alter table comments add check ((user_id is null) <> (guest_id is null))',
      'create index comments_by_guest on comments (guest_id)',
    ],
  },
)
