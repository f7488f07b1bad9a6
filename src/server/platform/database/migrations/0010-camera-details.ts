import { statements } from './migration.ts'

/**
 * Existing images don't show camera details, because a migration can't read them from the stored originals. Patches are
 * in a separate table, because galleries read hundreds of images at a time and don't need them.
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
