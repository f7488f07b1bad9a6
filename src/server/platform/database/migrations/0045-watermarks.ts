import { indexes, statements } from './migration.ts'

const folder = 'coalesce(old.folder, old.id)'
const prefix = (root: string) => `'${root}/' || substr(${folder}, 1, 2) || '/' || ${folder} || '/'`
const isShared = `(
  exists (select 1 from images where id = ${folder}) or exists (select 1 from images where folder = ${folder}))`

/** Deletes the marked files along with the files they were made from. The first insertion locks the folder's row. */
const scheduleFiles = `
  insert into doomed_objects (prefix, not_before) values (${prefix('images')}, '')
    on conflict (prefix) do update set not_before = '';
  delete from doomed_objects where prefix = ${prefix('images')} and ${isShared};
  insert into doomed_objects (prefix, not_before)
    select ${prefix('marked')}, '' where not ${isShared}
      and exists (select 1 from marked_images where folder = ${folder})
    on conflict (prefix) do update set not_before = '';
  delete from marked_images where folder = ${folder} and not ${isShared}`

/**
 * `watermark` is JSON, or null while an owner hasn't set one. A row of `marked_images` says that the files of a folder
 * exist with the watermark that `mark` is the key of.
 */
export const watermarks = statements(
  '0045-watermarks',
  `
  alter table links add column watermark TEXT;

  create table marked_images (
    folder TEXT not null,
    mark TEXT not null,
    link_id TEXT not null,
    files TEXT not null,
    primary key (folder, mark)
  )
  `,
  {
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
  },
)

export const markedImagesByLink = indexes('0045-marked-images-by-link', {
  marked_images_by_link: 'marked_images (link_id, mark, folder)',
})
