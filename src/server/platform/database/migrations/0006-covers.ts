import { statements } from './migration.ts'

/**
 * The first image is the cover unless the owner picked another one. Existing covers that aren't the first image count
 * as picked, so every gallery looks the same as before.
 */
export const covers = statements(
  '0006-covers',
  `
  alter table links add column cover_chosen integer not null default 0;
  update links set cover_chosen = 1 where cover_image_id <> (
    select id from images where link_id = links.id order by position, id limit 1
  );
  alter table images add column cover_focus_x double precision;
  alter table images add column cover_focus_y double precision
  `,
  { sqlite: [], postgres: [] },
)
