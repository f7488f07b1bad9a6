import type { Database } from '#server/platform/database/database.ts'

// API keys and webhooks are for all links, or limited to those in a second table.

type Row = { id: string; all_links: number }

/**
 * Returns each row with the IDs of its links, or null for all links. `findLinks` should leave out deleted links, which
 * already belong to a removed account while their data is being deleted.
 */
export async function addLinks<Limited extends Row>(
  rows: Limited[],
  findLinks: (ids: string[]) => Promise<{ id: string; link_id: string }[]>,
) {
  const limited = rows.filter((row) => row.all_links === 0).map(({ id }) => id)
  const found = limited.length === 0 ? [] : await findLinks(limited)
  const byRow = Map.groupBy(found, ({ id }) => id)
  return rows.map((row) => ({
    ...row,
    links: row.all_links === 1 ? null : (byRow.get(row.id) ?? []).map(({ link_id }) => link_id),
  }))
}

export async function countOwnLinks(db: Database, userId: string, linkIds: string[]) {
  const { count } = await db
    .selectFrom('links')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('id', 'in', linkIds)
    .executeTakeFirstOrThrow()
  return Number(count)
}
