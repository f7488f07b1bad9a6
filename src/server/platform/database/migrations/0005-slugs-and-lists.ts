import { statements } from './migration.ts'

/**
 * Slugs outlive their link and account, so no one can take over a URL that used to show someone else's photos. The
 * index of listed links excludes expired links.
 */
export const slugsAndLists = statements(
  '0005-slugs-and-lists',
  `
  alter table links add column is_over integer not null default 0;
  create index links_to_be_over on links (expires_at) where is_over = 0 and expires_at is not null;
  drop index links_listed;
  create index links_listed on links (created_at, id) where is_listed = 1 and is_private = 0 and is_over = 0;

  create index contact_messages_by_time on contact_messages (created_at)
  `,
  {
    // SQLite can't change a foreign key, so recreate the table.
    sqlite: [
      'alter table slugs rename to slugs_before',
      `create table slugs (
         slug text primary key,
         link_id text references links (id) on delete set null deferrable initially deferred
       )`,
      'insert into slugs (slug, link_id) select slug, link_id from slugs_before',
      'drop table slugs_before',
      'create index slugs_by_link on slugs (link_id)',
    ],
    postgres: [
      'alter table slugs alter column link_id drop not null',
      'alter table slugs drop constraint slugs_link_id_fkey',
      `alter table slugs add constraint slugs_link_id_fkey foreign key (link_id) references links (id)
         on delete set null deferrable initially deferred`,
    ],
  },
)
