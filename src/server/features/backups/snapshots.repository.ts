import type { Database, DatabaseOptions } from '#server/platform/database/database.ts'
import {
  inspectSnapshot,
  isEmptyDatabase,
  restoreDump,
  snapshotNames,
  takeSnapshot,
} from '#server/platform/database/snapshot.ts'

type SnapshotFile = {
  name: string
  bytes: number
  /** If the row has a hash, a file that differs is damaged. */
  sha256?: string | undefined
}
type SnapshotImage = { id: string; files: SnapshotFile[] }

async function countImages(db: Database) {
  const count = db.fn.countAll<number>().as('count')
  return Number((await db.selectFrom('images').select(count).executeTakeFirstOrThrow()).count)
}

/** Copies the database, and iterates over a copy's images in ID order, a few at a time. */
export function createSnapshotRepository(
  options: DatabaseOptions,
  imagesIn: (db: Database) => AsyncIterable<SnapshotImage>,
) {
  return {
    engine: options.kind,
    fileName: snapshotNames[options.kind],
    /** Set if the database is a file; a snapshot replaces it directly. */
    databaseFile: options.kind === 'sqlite' ? options.file : undefined,
    take: (file: string, read: (images: AsyncIterable<SnapshotImage>, count: number) => Promise<void>) =>
      takeSnapshot(options, file, async (db) => read(imagesIn(db), await countImages(db))),
    /** A no-op for SQLite, whose file is moved into place with the others. */
    restore: async (file: string, { replace }: { replace: boolean }) => {
      if (options.kind === 'postgres') await restoreDump(options, file, { replace })
    },
    /** SQLite doesn't need this, because the data folder check covers it. */
    isEmpty: async () => options.kind === 'sqlite' || (await isEmptyDatabase(options)),
  }
}
export type SnapshotRepository = ReturnType<typeof createSnapshotRepository>

/** Works for both kinds of database, regardless of which one this server uses. */
export const inspectDatabase = (backup: string, database: string | undefined) => inspectSnapshot(backup, database)
