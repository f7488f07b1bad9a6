import { listCollaborationsOf } from '#server/features/collaborators/collaborators.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { isLive } from './live-images.repository.ts'

/** Keys make uploads idempotent. */
export function bindUploadKeys(db: Database) {
  return {
    /** Read again when an upload ends. */
    listCollaborationsOf: (userId: string) => listCollaborationsOf(db, userId),

    async findUpload(linkId: string, key: string) {
      const row = await db
        .selectFrom('upload_keys')
        .innerJoin('images', 'images.id', 'upload_keys.image_id')
        .select('image_id')
        .where('upload_keys.link_id', '=', linkId)
        .where('upload_key', '=', key)
        .where(isLive)
        .executeTakeFirst()
      return row?.image_id
    },

    async listUploads(linkId: string, keys: string[]) {
      const rows = await db
        .selectFrom('upload_keys')
        .innerJoin('images', 'images.id', 'upload_keys.image_id')
        .select(['upload_key', 'image_id'])
        .where('upload_keys.link_id', '=', linkId)
        .where('upload_key', 'in', keys)
        .where(isLive)
        .execute()
      return rows.map((row) => ({ key: row.upload_key, imageId: row.image_id }))
    },

    findLinkNames: (linkId: string) =>
      db.selectFrom('links').select(['id as _id', 'slug', 'title']).where('id', '=', linkId).executeTakeFirst(),

    /** Returns false if another upload already has this key. An image in the trash gives its key away. */
    async claimUploadKey(linkId: string, key: string, imageId: string) {
      const result = await db
        .insertInto('upload_keys')
        .values({ link_id: linkId, upload_key: key, image_id: imageId })
        .onConflict((conflict) =>
          conflict
            .columns(['link_id', 'upload_key'])
            .doUpdateSet({ image_id: imageId })
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom('images')
                    .select('images.id')
                    .whereRef('images.id', '=', 'upload_keys.image_id')
                    .where(isLive),
                ),
              ),
            ),
        )
        .executeTakeFirstOrThrow()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
  }
}
