import { countAllImages } from '#server/features/images/inspection.repository.ts'
import type { Database, DatabaseOptions } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/schema.ts'
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
  /** A file with a different hash is damaged. The hash is missing until it has been computed. */
  sha256?: string | undefined
}
type SnapshotImage = { folder: string; files: SnapshotFile[] }

/** The parts of unfinished uploads aren't copied either. Clients start these, and unfinished logins, again. */
export const notCopiedTables = ['resumable_uploads', 'oidc_flows'] as const satisfies (keyof Tables)[]

/** Takes snapshots of the database and iterates over their images in order of folders. */
export function createSnapshotRepository(
  options: DatabaseOptions,
  imagesIn: (db: Database) => AsyncIterable<SnapshotImage>,
) {
  return {
    engine: options.kind,
    fileName: snapshotNames[options.kind],
    /** The file that a restore replaces. Undefined for PostgreSQL. */
    databaseFile: options.kind === 'sqlite' ? options.file : undefined,
    take: (file: string, read: (images: AsyncIterable<SnapshotImage>, count: number) => Promise<void>) =>
      takeSnapshot(options, file, {
        without: notCopiedTables,
        read: async (db) => read(imagesIn(db), await countAllImages(db)),
      }),
    /** Does nothing for SQLite, whose file is moved into place with the other restored files. */
    restore: async (file: string, { replace }: { replace: boolean }) => {
      if (options.kind === 'postgres') await restoreDump(options, file, { replace })
    },
    /** Always true for SQLite, because the check of the data folder covers its file. */
    isEmpty: async () => options.kind === 'sqlite' || (await isEmptyDatabase(options)),
  }
}
export type SnapshotRepository = ReturnType<typeof createSnapshotRepository>

/** Works for both kinds of database, regardless of which one this server uses. */
export const inspectDatabase = (backup: string, database: string | undefined) => inspectSnapshot(backup, database)
