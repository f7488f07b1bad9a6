import { statements } from './migration.ts'

/** The URL is derived from `wall_id`, which is null while the wall is off. */
export const liveWalls = statements(
  '0037-live-walls',
  `
  create table live_walls (
    link_id TEXT primary key references links (id) on delete cascade,
    wall_id TEXT,
    seconds integer not null,
    image_order TEXT not null,
    show_qr_code integer not null,
    show_names integer not null
  );
  create unique index live_walls_by_id on live_walls (wall_id) where wall_id is not null
  `,
  { sqlite: [], postgres: [] },
)
