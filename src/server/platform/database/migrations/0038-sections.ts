import { indexes, statements } from './migration.ts'

/**
 * `section_position` is the position of an image's section, or 0, so that one index has the images of a link in gallery
 * order. `taken_offset` is the time zone that the camera wrote, such as +02:00.
 */
export const sections = statements(
  '0038-sections',
  `
  create table sections (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    title TEXT not null,
    text TEXT not null,
    anchor TEXT not null,
    position integer not null
  );
  create unique index sections_by_anchor on sections (link_id, anchor);

  alter table links add column section_count integer not null default 0;

  alter table images add column section_id TEXT references sections (id) on delete set null;
  alter table images add column section_position integer not null default 0;
  alter table images add column taken_offset TEXT;

  alter table waiting_images add column taken_offset TEXT;

  alter table invitations add column sections TEXT
  `,
  { sqlite: [], postgres: [] },
)

export const imagesInOrder = indexes('0038-sections-in-order', {
  images_in_order: 'images (link_id, section_position, position, id)',
  images_by_section: 'images (section_id) where section_id is not null',
})

/** Replaced by `images_in_order`. */
export const withoutImagesByLink = statements('0038-without-images-by-link', 'drop index images_by_link', {
  sqlite: [],
  postgres: [],
})
