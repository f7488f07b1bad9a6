import type { Database } from '#server/platform/database/database.ts'

export function createImageRepository(db: Database) {
  return {
    /** The link that an image belongs to, with all that decides who may see it. */
    async findLinkOf(imageId: string) {
      const row = await db
        .selectFrom('images')
        .innerJoin('links', 'links.id', 'images.link_id')
        .select(['links.id', 'links.title', 'links.user_id', 'links.is_private', 'links.expires_at'])
        .where('images.id', '=', imageId)
        .executeTakeFirst()
      return (
        row && {
          id: row.id,
          title: row.title,
          userId: row.user_id,
          isPrivate: row.is_private === 1,
          expiresAt: row.expires_at,
        }
      )
    },
  }
}
export type ImageRepository = ReturnType<typeof createImageRepository>
