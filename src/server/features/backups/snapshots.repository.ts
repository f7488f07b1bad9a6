import type { Database, DatabaseOptions } from '#server/platform/database/database.ts'
import { isEmptyDatabase, restoreSnapshot, snapshotName, takeSnapshot } from '#server/platform/database/snapshot.ts'

type SnapshotImage = { id: string; files: { name: string; bytes: number }[] }

/** Copies of the database, and all images of a copy, a few at a time. */
export function createSnapshotRepository(
  options: DatabaseOptions,
  imagesIn: (db: Database) => AsyncIterable<SnapshotImage>,
) {
  return {
    engine: options.kind,
    fileName: snapshotName(options),
    take: (file: string, read: (images: AsyncIterable<SnapshotImage>) => Promise<void>) =>
      takeSnapshot(options, file, (db) => read(imagesIn(db))),
    restore: (file: string, { replace }: { replace: boolean }) => restoreSnapshot(options, file, { replace }),
    /** Whether a restored copy would meet nothing; a file is told by the folder that it lies in. */
    isEmpty: async () => options.kind === 'sqlite' || (await isEmptyDatabase(options)),
  }
}
export type SnapshotRepository = ReturnType<typeof createSnapshotRepository>
