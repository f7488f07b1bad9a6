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
  /** Where the row knows it, a file that differs is damaged. */
  sha256?: string | undefined
}
type SnapshotImage = { id: string; files: SnapshotFile[] }

async function countImages(db: Database) {
  const count = db.fn.countAll<number>().as('count')
  return Number((await db.selectFrom('images').select(count).executeTakeFirstOrThrow()).count)
}

/** Copies of the database, and all images of a copy in the order of their ids, a few at a time. */
export function createSnapshotRepository(
  options: DatabaseOptions,
  imagesIn: (db: Database) => AsyncIterable<SnapshotImage>,
) {
  return {
    engine: options.kind,
    fileName: snapshotNames[options.kind],
    /** Where the database is a file; a snapshot takes its place as it is. */
    databaseFile: options.kind === 'sqlite' ? options.file : undefined,
    take: (file: string, read: (images: AsyncIterable<SnapshotImage>, count: number) => Promise<void>) =>
      takeSnapshot(options, file, async (db) => read(imagesIn(db), await countImages(db))),
    /** Nothing to do for a file, which is put in its place with the others. */
    restore: async (file: string, { replace }: { replace: boolean }) => {
      if (options.kind === 'postgres') await restoreDump(options, file, { replace })
    },
    /** Whether a restored copy would meet nothing; a file is told by the folder that it lies in. */
    isEmpty: async () => options.kind === 'sqlite' || (await isEmptyDatabase(options)),
  }
}
export type SnapshotRepository = ReturnType<typeof createSnapshotRepository>

/** What is wrong with the database of a backup, whichever one is in use here. */
export const inspectDatabase = (backup: string, database: string | undefined) => inspectSnapshot(backup, database)
