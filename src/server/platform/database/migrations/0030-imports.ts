import { indexes, statements } from './migration.ts'

/** For exports, which read the user's own comments in pages, by age. */
export const commentsByAuthor = indexes('0030-comments-by-author', {
  comments_by_author: 'comments (user_id, created_at, id)',
})

/** For limiting how many rows imports add to a link. */
export const imports = statements(
  '0030-imports',
  `
  create table imports (
    link_id TEXT primary key references links (id) on delete cascade,
    row_count integer not null
  );
  drop index comments_by_user
  `,
  { sqlite: [], postgres: [] },
)
