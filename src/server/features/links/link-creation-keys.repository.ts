import type { Database } from '#server/platform/database/database.ts'

/** Returns the link that this user created with this key, unless it was deleted. */
export async function findCreatedId(db: Database, userId: string, key: string) {
  const row = await db
    .selectFrom('link_creation_keys')
    .innerJoin('links', 'links.id', 'link_creation_keys.link_id')
    .select('link_id')
    .where('link_creation_keys.user_id', '=', userId)
    .where('creation_key', '=', key)
    .whereRef('links.user_id', '=', 'link_creation_keys.user_id')
    .executeTakeFirst()
  return row?.link_id
}

/** Returns false if another link already has this key. A deleted link loses its key to the next one. */
export async function claimCreationKey(db: Database, userId: string, key: string, linkId: string) {
  const result = await db
    .insertInto('link_creation_keys')
    .values({ user_id: userId, creation_key: key, link_id: linkId })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'creation_key'])
        .doUpdateSet({ link_id: linkId })
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('links')
                .select('links.id')
                .whereRef('links.id', '=', 'link_creation_keys.link_id')
                .whereRef('links.user_id', '=', 'link_creation_keys.user_id'),
            ),
          ),
        ),
    )
    .executeTakeFirstOrThrow()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
