import { statements } from './migration.ts'

/** Triggers count deletions. bounded-counts.ts counts insertions and enforces the limit. */
const counted = [
  { table: 'guests', owner: 'links', key: 'link_id', count: 'guest_count' },
  { table: 'choices', owner: 'links', key: 'link_id', count: 'choice_count' },
  { table: 'comments', owner: 'images', key: 'image_id', count: 'comment_count' },
]

/**
 * Limits how many comments and favorites visitors can leave, and adds indexes for reading them page by page. Confirmed
 * followers keep their access until they confirm a new request.
 */
export const boundedAnswers = statements(
  '0029-bounded-answers',
  `
  alter table links add column guest_count integer not null default 0;
  alter table links add column choice_count integer not null default 0;
  alter table images add column comment_count integer not null default 0;
  update links set
    guest_count = (select count(*) from guests where guests.link_id = links.id),
    choice_count = (select count(*) from choices where choices.link_id = links.id)
    where id in (select link_id from guests union select link_id from choices);
  update images set comment_count = (select count(*) from comments where comments.image_id = images.id)
    where id in (select image_id from comments);

  create index choices_in_order on choices (link_id, created_at, id);
  drop index choices_by_link;
  create index choice_images_noted on choice_images (image_id, choice_id) where note <> '';
  create index comments_shown on comments (image_id, created_at, id) where state = 'shown';
  create index comments_waiting on comments (guest_id, image_id, created_at, id) where state = 'waiting';
  create index activity_to_mail_in_order on activity (user_id, mail, created_at, id) where mail is not null;
  drop index activity_to_mail;
  create index activity_unread_in_order on activity (user_id, created_at) where is_read = 0;
  drop index activity_unread;

  alter table followers add column asked_invitation_id TEXT;
  alter table followers add column asked_password_version integer;
  create index followers_confirmed on followers (link_id, confirmed_at) where confirmed_at is not null
  `,
  {
    sqlite: counted.map(
      ({ table, owner, key, count }) => `create trigger ${table}_uncounted after delete on ${table} begin
         update ${owner} set ${count} = ${count} - 1 where id = old.${key};
       end`,
    ),
    // The trigger runs once per statement, no matter how many rows are deleted.
    postgres: counted.flatMap(({ table, owner, key, count }) => [
      `create function uncount_${table}() returns trigger language plpgsql as $$ begin
         update ${owner} set ${count} = ${count} - gone.many
           from (select ${key}, count(*) as many from removed group by ${key}) as gone
           where ${owner}.id = gone.${key};
         return null;
       end $$`,
      `create trigger ${table}_uncounted after delete on ${table} referencing old table as removed
         for each statement execute function uncount_${table}()`,
    ]),
  },
)
