import { createFileStore, resultOf } from '#web/lib/file-store.ts'
import { leftOutDatabase } from '#web/lib/storage.ts'
import type { Upload } from './upload.ts'

/** A file that didn't fit on the plan. `id` is the upload's ID. */
export type KeptFile = Pick<Upload, 'id' | 'linkId' | 'file' | 'sectionId'>
type Row = KeptFile & { userId: string; keptAt: number; place: number }

const maxAgeMs = 7 * 24 * 60 * 60 * 1000

const withStore = createFileStore(leftOutDatabase, 'id')

/** IndexedDB can be disabled or full. Then files are only kept in memory. */
const withFiles = <T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => Promise<T>) =>
  withStore(mode, use).catch(() => undefined)

/** Keeps exactly these files, so a payment on another site doesn't lose them. */
export const keepFiles = (userId: string, kept: readonly KeptFile[]) =>
  withFiles('readwrite', async (store) => {
    const known = await resultOf(store.getAllKeys())
    const wanted = new Set<IDBValidKey>(kept.map(({ id }) => id))
    for (const id of known) if (!wanted.has(id)) store.delete(id)
    for (const [place, { id, linkId, file, sectionId }] of kept.entries()) {
      const row: Row = { id, linkId, file, sectionId, userId, keptAt: Date.now(), place }
      if (!known.includes(id)) store.put(row)
    }
  })

export async function findKeptFiles(userId: string): Promise<KeptFile[]> {
  const rows: Row[] = (await withFiles('readonly', (store) => resultOf(store.getAll()))) ?? []
  const own = rows.filter((row) => row.userId === userId && Date.now() - row.keptAt < maxAgeMs)
  // The database returns them by ID.
  return own.sort((one, other) => one.keptAt - other.keptAt || one.place - other.place)
}
