import { createFileStore, resultOf } from '#web/lib/file-store.ts'
import { sharedFilesDatabase } from '#web/lib/storage.ts'

/** A photo that another app shared with ours. The service worker `share-worker.js` stores it. */
export type SharedFile = {
  readonly id: string
  readonly file: File
  readonly keptAt: number
  /** Its place among the photos that were shared together. */
  readonly place: number
}

const withFiles = createFileStore(sharedFilesDatabase, 'id')

/** Browsers only tell installed apps about shared photos, so this does nothing elsewhere. */
export function receiveSharedFiles() {
  if (!('serviceWorker' in navigator)) return
  // Without it, sharing shows a sentence that asks to try again.
  navigator.serviceWorker.register('/share-worker.js', { scope: '/share' }).catch(() => {})
}

export async function listSharedFiles(): Promise<SharedFile[]> {
  const all: SharedFile[] = await withFiles('readonly', (store) => resultOf(store.getAll())).catch(() => [])
  return all.sort((one, other) => one.keptAt - other.keptAt || one.place - other.place)
}

export const forgetSharedFiles = (shared: readonly SharedFile[]) =>
  withFiles('readwrite', (store) => Promise.all(shared.map(({ id }) => resultOf(store.delete(id))))).catch(() => {})
