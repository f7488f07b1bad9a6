import { indexes } from './migration.ts'

/** Administrators look at how many accounts there are, which reads no whole rows. */
export const administrationIndexes = indexes('0025-administration-indexes', {
  users_present: 'users (created_at) where removed_at is null',
})
