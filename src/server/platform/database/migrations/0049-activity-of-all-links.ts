import { statements } from './migration.ts'

const copied = `id, user_id, link_id, kind, image_id, comment_id, choice_id, name, text, is_waiting, is_read, mail, mail_due_at,
  created_at, guest_id, image_count, act, actor_id`

/**
 * Lets activity be about all of the owner's links, so that `link_id` is null. SQLite can't drop `not null`, so its table
 * is recreated.
 */
export const activityOfAllLinks = statements('0049-activity-of-all-links', '', {
  sqlite: [
    `create table new_activity (
       id text primary key,
       user_id text not null references users (id) on delete cascade,
       link_id text references links (id) on delete cascade,
       kind text not null,
       image_id text references images (id) on delete cascade,
       comment_id text references comments (id) on delete cascade,
       choice_id text,
       name text not null,
       text text not null,
       is_waiting integer not null,
       is_read integer not null,
       mail text,
       mail_due_at text,
       created_at text not null,
       guest_id text references guests (id) on delete set null,
       image_count integer,
       act text,
       actor_id text references users (id) on delete set null
     )`,
    `insert into new_activity (${copied}) select ${copied} from activity`,
    'drop table activity',
    'alter table new_activity rename to activity',
    'create index activity_by_user on activity (user_id, created_at, id)',
    'create index activity_by_link on activity (link_id)',
    'create index activity_by_image on activity (image_id)',
    'create index activity_by_comment on activity (comment_id)',
    'create index activity_by_choice on activity (choice_id) where choice_id is not null',
    'create index activity_by_age on activity (created_at)',
    'create index activity_to_mail_in_order on activity (user_id, mail, created_at, id) where mail is not null',
    'create index activity_unread_in_order on activity (user_id, created_at) where is_read = 0',
    'create index activity_by_guest on activity (guest_id, created_at) where guest_id is not null',
    'create index activity_of_actor on activity (actor_id, link_id, act, created_at) where actor_id is not null',
  ],
  postgres: ['alter table activity alter column link_id drop not null'],
})
