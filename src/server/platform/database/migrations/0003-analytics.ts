import { statements } from './migration.ts'

const counters = 'visits visitors views downloads bots owner repeats phones tablets computers'.split(' ')

const mark = 'seen_until bigint not null, looks integer not null default 1'

/**
 * Deleting a link also subtracts its counts from the account's totals. Deleting an account deletes all of its counts.
 */
const forgetLink = `
  update readings set (${counters}) = (
    select ${counters.map((name) => `readings.${name} - gone.${name}`)} from readings as gone
    where gone.user_id = old.user_id and gone.link_id = old.id and gone.hour >= readings.hour
    order by gone.hour limit 1
  )
  where user_id = old.user_id and link_id = ''
    and exists (select 1 from readings as gone where gone.user_id = old.user_id and gone.link_id = old.id)
    and exists (select 1 from users where id = old.user_id);
  update referrers set visits = visits - (
    select gone.visits from referrers as gone where gone.user_id = old.user_id and gone.link_id = old.id
      and gone.span = referrers.span and gone.host = referrers.host
  )
  where user_id = old.user_id and link_id = '' and exists (
    select 1 from referrers as gone where gone.user_id = old.user_id and gone.link_id = old.id
      and gone.span = referrers.span and gone.host = referrers.host
  ) and exists (select 1 from users where id = old.user_id);
  delete from referrers where user_id = old.user_id and (link_id = old.id or (link_id = '' and visits <= 0));
  delete from readings where user_id = old.user_id and link_id = old.id;`

export const analytics = statements(
  '0003-analytics',
  `
  drop table recent_visitors;

  create table readings (
    user_id TEXT not null references users (id) on delete cascade,
    link_id TEXT not null,
    hour integer not null,
    ${counters.map((name) => `${name} integer not null`)},
    primary key (user_id, link_id, hour)
  ) CLUSTERED;
  create index readings_by_hour on readings (hour);

  create table image_readings (
    image_id TEXT not null references images (id) on delete cascade,
    hour integer not null,
    views integer not null,
    primary key (image_id, hour)
  ) CLUSTERED;
  create index image_readings_by_hour on image_readings (hour);

  create table referrers (
    user_id TEXT not null references users (id) on delete cascade,
    link_id TEXT not null,
    span TEXT not null,
    host TEXT not null,
    visits integer not null,
    primary key (user_id, link_id, span, host)
  ) CLUSTERED;
  create index referrers_by_span on referrers (span)
  `,
  {
    // In SQLite, an integer key is the rowid. With this many unordered rows, it needs much less space than a text key.
    sqlite: [
      `create table recent_visitors (visitor_key integer primary key, ${mark})`,
      `create trigger links_uncounted before delete on links begin ${forgetLink} end`,
    ],
    postgres: [
      `create table recent_visitors (visitor_key bigint primary key, ${mark})`,
      `create function uncount_link() returns trigger language plpgsql as $$ begin ${forgetLink} return old; end $$`,
      `create trigger links_uncounted before delete on links for each row execute function uncount_link()`,
    ],
  },
)
