import { statements } from './migration.ts'

const counters = 'visits visitors views downloads bots owner repeats phones tablets computers'.split(' ')

/** The same as in 0003, with the new names. */
const forgetLink = `
  update counter_snapshots set (${counters}) = (
    select ${counters.map((name) => `counter_snapshots.${name} - gone.${name}`)} from counter_snapshots as gone
    where gone.user_id = old.user_id and gone.link_id = old.id and gone.hour >= counter_snapshots.hour
    order by gone.hour limit 1
  )
  where user_id = old.user_id and link_id = ''
    and exists (select 1 from counter_snapshots as gone where gone.user_id = old.user_id and gone.link_id = old.id)
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
  delete from counter_snapshots where user_id = old.user_id and link_id = old.id;`

const renames = [
  'alter table links rename column views to visits',
  'alter table recent_visitors rename column looks to events',
  'alter table readings rename to counter_snapshots',
  'alter table image_readings rename to image_view_snapshots',
]

/** Renames tables and columns, because links have visits and images have views. No rows are rewritten. */
export const visitNames = statements('0004-visit-names', '', {
  // SQLite can't rename an index, so the indexes and the trigger are recreated.
  sqlite: [
    'drop trigger links_uncounted',
    ...renames,
    'drop index readings_by_hour',
    'create index counter_snapshots_by_hour on counter_snapshots (hour)',
    'drop index image_readings_by_hour',
    'create index image_view_snapshots_by_hour on image_view_snapshots (hour)',
    `create trigger links_uncounted before delete on links begin ${forgetLink} end`,
  ],
  // PostgreSQL stores functions as text with the old table names, so the function is replaced.
  postgres: [
    ...renames,
    'alter index readings_by_hour rename to counter_snapshots_by_hour',
    'alter index readings_pkey rename to counter_snapshots_pkey',
    'alter index image_readings_by_hour rename to image_view_snapshots_by_hour',
    'alter index image_readings_pkey rename to image_view_snapshots_pkey',
    'alter table counter_snapshots rename constraint readings_user_id_fkey to counter_snapshots_user_id_fkey',
    'alter table image_view_snapshots rename constraint image_readings_image_id_fkey to image_view_snapshots_image_id_fkey',
    `create or replace function uncount_link() returns trigger language plpgsql as $$ begin ${forgetLink} return old; end $$`,
  ],
})
