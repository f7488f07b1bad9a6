import { indexes, statements } from './migration.ts'

const prefix = `'images/' || substr(coalesce(old.folder, old.id), 1, 2) || '/' || coalesce(old.folder, old.id) || '/'`

/**
 * The insertion locks the folder's row, so of two transactions that delete its last images, the second one sees that
 * the first image is gone.
 */
const scheduleFiles = `
  insert into doomed_objects (prefix, not_before) values (${prefix}, '')
    on conflict (prefix) do update set not_before = '';
  delete from doomed_objects where prefix = ${prefix} and (
    exists (select 1 from images where id = coalesce(old.folder, old.id))
    or exists (select 1 from images where folder = coalesce(old.folder, old.id)))`

/** Copies of an image share its files. `folder` is the ID of the image that the files were stored for. */
export const copies = statements('0040-copies', 'alter table images add column folder TEXT', {
  sqlite: [
    'drop trigger images_doomed',
    `create trigger images_doomed after delete on images begin
       ${scheduleFiles};
     end`,
  ],
  postgres: [
    `create or replace function doom_image() returns trigger language plpgsql as $$ begin
       ${scheduleFiles};
       return old;
     end $$`,
  ],
})

export const imagesByFolder = indexes('0040-images-by-folder', {
  images_by_folder: 'images (folder, id) where folder is not null',
})
