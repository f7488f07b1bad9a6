import { copyRows, readSnapshot } from '#server/platform/database/copy-rows.ts'
import type { Database, DatabaseOptions } from '#server/platform/database/database.ts'
import { notCopiedTables } from './snapshots.repository.ts'

type MovedImage = { folder: string; files: { name: string; bytes: number }[] }

/** A consistent snapshot of the source. */
export type MoveSource = {
  images: () => AsyncIterable<MovedImage>
  /**
   * `onRow` receives the number of rows read so far, which counts each row twice: its copy is read again to verify it.
   */
  copyRowsTo: (target: DatabaseOptions, onRow?: (rows: number) => void) => Promise<number>
}

export function createMoveRepository(source: DatabaseOptions, imagesIn: (db: Database) => AsyncIterable<MovedImage>) {
  return {
    read: <T>(work: (source: MoveSource) => Promise<T>) =>
      readSnapshot(source, (db) =>
        work({
          images: () => imagesIn(db),
          copyRowsTo: (target, onRow) => copyRows(db, source.kind, target, { without: notCopiedTables, onRow }),
        }),
      ),
  }
}
