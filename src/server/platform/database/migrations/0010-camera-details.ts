import { statements } from './migration.ts'

/**
 * What was uploaded before has lost what its camera wrote, but for the original, and shows none. The patches stand in a table
 * of their own: galleries read hundreds of images at a time and need none of them.
 */
export const cameraDetails = statements(
  '0010-camera-details',
  `
  alter table links add column camera_details integer not null default 0;
  alter table images add column camera TEXT;
  create table camera_patches (
    image_id TEXT primary key references images (id) on delete cascade,
    starts_at integer not null,
    bytes TEXT not null
  )
  `,
  { sqlite: [], postgres: [] },
)
