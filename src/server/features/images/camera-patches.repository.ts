import type { Database } from '#server/platform/database/database.ts'
import type { CameraPatch } from './image-rows.ts'

export const insertCameraPatch = (db: Database, imageId: string, { at, bytes }: CameraPatch) =>
  db
    .insertInto('camera_patches')
    .values({ image_id: imageId, starts_at: at, bytes: Buffer.from(bytes).toString('base64') })
    .execute()

export const bindCameraPatches = (db: Database) => ({
  insertCameraPatch: (imageId: string, patch: CameraPatch) => insertCameraPatch(db, imageId, patch),

  async findCameraPatch(imageId: string): Promise<CameraPatch | undefined> {
    const row = await db.selectFrom('camera_patches').selectAll().where('image_id', '=', imageId).executeTakeFirst()
    return row && { at: row.starts_at, bytes: Buffer.from(row.bytes, 'base64') }
  },
})
