import { statements } from './migration.ts'

const counted = 'update links set follower_count = follower_count + 1 where id = new.link_id'
const uncounted = 'update links set follower_count = follower_count - 1 where id = old.link_id'

const isConfirmed = 'old.confirmed_at is null and new.confirmed_at is not null'

/** Counts confirmed followers. New followers are unconfirmed, so insertions don't change the count. */
export const followerCount = statements(
  '0050-follower-count',
  `
  alter table links add column follower_count integer not null default 0;
  update links set follower_count =
    (select count(*) from followers where followers.link_id = links.id and confirmed_at is not null)
    where id in (select link_id from followers where confirmed_at is not null);
  drop index followers_confirmed
  `,
  {
    sqlite: [
      `create trigger followers_counted after update of confirmed_at on followers when ${isConfirmed} begin
         ${counted};
       end`,
      `create trigger followers_uncounted after delete on followers when old.confirmed_at is not null begin
         ${uncounted};
       end`,
    ],
    postgres: [
      `create function count_follower() returns trigger language plpgsql as $$ begin
         ${counted};
         return null;
       end $$`,
      `create trigger followers_counted after update of confirmed_at on followers for each row
         when (${isConfirmed}) execute function count_follower()`,
      // The trigger runs once per statement, no matter how many rows are deleted.
      `create function uncount_followers() returns trigger language plpgsql as $$ begin
         update links set follower_count = follower_count - gone.many
           from (select link_id, count(*) as many from removed where confirmed_at is not null group by link_id) as gone
           where links.id = gone.link_id;
         return null;
       end $$`,
      `create trigger followers_uncounted after delete on followers referencing old table as removed
         for each statement execute function uncount_followers()`,
    ],
  },
)
