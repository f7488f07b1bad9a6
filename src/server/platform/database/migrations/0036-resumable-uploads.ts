import { statements } from './migration.ts'

const scheduleParts = (row: 'old' | 'new') => `
  insert into doomed_objects (prefix, not_before)
    values ('uploads/' || substr(${row}.id, 1, 2) || '/' || ${row}.id || '/', '')
    on conflict (prefix) do update set not_before = ''`

/** Triggers schedule the deletion of an upload's parts as soon as it's finished or its row is gone. */
export const resumableUploads = statements(
  '0036-resumable-uploads',
  `
  create table resumable_uploads (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    user_id TEXT references users (id) on delete cascade,
    guest_id TEXT references guests (id) on delete cascade,
    creator TEXT not null,
    slot integer not null,
    pass_id TEXT,
    network TEXT not null,
    file_name TEXT not null,
    fields TEXT not null,
    length bigint not null,
    received bigint not null default 0,
    reserved bigint not null default 0,
    parts TEXT not null default '',
    part_count integer not null default 0,
    writer TEXT,
    failures integer not null default 0,
    image_id TEXT,
    is_repeat integer not null default 0,
    touched_at TEXT not null,
    expires_at TEXT not null,
    created_at TEXT not null
  );
  create unique index resumable_uploads_slots on resumable_uploads (creator, slot) where image_id is null;
  create index resumable_uploads_of_link on resumable_uploads (link_id);
  create index resumable_uploads_reserved on resumable_uploads (link_id, network, reserved) where image_id is null;
  create index resumable_uploads_of_user on resumable_uploads (user_id) where user_id is not null;
  create index resumable_uploads_of_guest on resumable_uploads (guest_id) where guest_id is not null;
  create index resumable_uploads_expiring on resumable_uploads (expires_at);
  create index resumable_uploads_complete on resumable_uploads (touched_at) where image_id is null and received = length
  `,
  {
    sqlite: [
      `create trigger resumable_uploads_removed after delete on resumable_uploads when old.image_id is null begin
         ${scheduleParts('old')};
       end`,
      `create trigger resumable_uploads_finished after update of image_id on resumable_uploads
         when new.image_id is not null begin
         ${scheduleParts('new')};
       end`,
    ],
    postgres: [
      `create function remove_upload_parts() returns trigger language plpgsql as $$ begin
         ${scheduleParts('old')};
         return null;
       end $$`,
      `create trigger resumable_uploads_removed after delete on resumable_uploads for each row
         when (old.image_id is null) execute function remove_upload_parts()`,
      `create trigger resumable_uploads_finished after update of image_id on resumable_uploads for each row
         when (new.image_id is not null) execute function remove_upload_parts()`,
    ],
  },
)
