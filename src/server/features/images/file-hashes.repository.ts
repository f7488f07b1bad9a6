import type { Database } from '#server/platform/database/database.ts'
import type { FileHashes, ImageFile } from './image-files.ts'

export function createFileHashRepository(db: Database) {
  return {
    async listUnhashed(after: string, limit: number) {
      const rows = await db
        .selectFrom('images')
        .select(['id', 'folder', 'files'])
        .where('file_hashes', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(({ id, folder, files }) => ({
        id,
        folder: folder ?? id,
        files: JSON.parse(files) as ImageFile[],
      }))
    },

    async isUnhashed(id: string) {
      const row = await db
        .selectFrom('images')
        .select('id')
        .where('id', '=', id)
        .where('file_hashes', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Updates all images that share these files. */
    setHashes: (folder: string, hashes: FileHashes) =>
      db
        .updateTable('images')
        .set({ file_hashes: JSON.stringify(hashes) })
        .where((eb) => eb.or([eb('id', '=', folder), eb('folder', '=', folder)]))
        .where('file_hashes', 'is', null)
        .execute(),
  }
}
export type FileHashRepository = ReturnType<typeof createFileHashRepository>
