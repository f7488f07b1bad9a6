import { type SqlBool, sql } from 'kysely'

/** What the account of a link's owner is: only what belongs to an active one is open to visitors. */
export type OwnerState = 'active' | 'unconfirmed' | 'disabled' | 'removed'

/** Of the owner of a row of `links`. Not a join: which index a list is read by stays the same. */
export const ownerState = sql<OwnerState>`(
  select case when users.removed_at is not null then 'removed' when users.disabled_at is not null then 'disabled' when users.is_confirmed = 0 then 'unconfirmed' else 'active' end
  from users where users.id = links.user_id
)`

export const isOwnerActive = sql<SqlBool>`exists (
  select 1 from users where users.id = links.user_id and users.disabled_at is null and users.is_confirmed = 1
)`
