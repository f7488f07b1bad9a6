import { indexes } from './migration.ts'

/** Administrators count accounts, which reads no whole rows, and look through the links that were listed, open or not. */
export const administrationIndexes = indexes('0025-administration-indexes', {
  users_present: 'users (created_at) where removed_at is null',
  links_marked_listed: 'links (created_at, id) where is_listed > 0',
})
