import { indexes, statements } from './migration.ts'

/** Exports read a user's own comments page by page, sorted by age. */
export const commentsByAuthor = indexes('0030-comments-by-author', {
  comments_by_author: 'comments (user_id, created_at, id)',
})

/** Counts the rows that imports have added to a link, to limit them. */
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
