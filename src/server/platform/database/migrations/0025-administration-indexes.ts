import { indexes } from './migration.ts'

/** Speeds up counting accounts and finding all listed links, even private or expired ones. */
export const administrationIndexes = indexes('0025-administration-indexes', {
  users_present: 'users (created_at) where removed_at is null',
  links_marked_listed: 'links (created_at, id) where is_listed > 0',
})
