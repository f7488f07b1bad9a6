import { type SqlBool, sql } from 'kysely'

/** Visitors can open only the links of active accounts. */
export type OwnerState = 'active' | 'unconfirmed' | 'disabled' | 'removed'

/** For queries on `links`. It's a subquery instead of a join, so that lists keep using the same index. */
export const ownerState = sql<OwnerState>`(
  select case when users.removed_at is not null then 'removed' when users.disabled_at is not null then 'disabled' when users.is_confirmed = 0 then 'unconfirmed' else 'active' end
  from users where users.id = links.user_id
)`

/** For conditions. In other places, PostgreSQL would read all users for it. */
export const isOwnerActive = sql<SqlBool>`exists (
  select 1 from users where users.id = links.user_id and users.disabled_at is null and users.is_confirmed = 1
)`
