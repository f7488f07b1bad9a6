import { createFileStore, resultOf } from '#web/lib/file-store.ts'
import { keptUploadsDatabase } from '#web/lib/storage.ts'

/** A photo that's being sent, kept so a reload can carry on. */
export type KeptUpload = {
  readonly key: string
  readonly slug: string
  /** All photos that were sent together. Only one tab at a time sends a batch. */
  readonly batch: string
  readonly file: File
  /** The guest's name. */
  readonly name: string
  /** The tus upload, once it exists. */
  readonly url?: string | undefined
  readonly keptAt: number
}

/** The server forgets unfinished uploads after the same time. */
export const maxAgeMs = 24 * 60 * 60 * 1000

const withFiles = createFileStore(keptUploadsDatabase, 'key')

/** Rejects if the browser refuses to store files, for example in a private window. */
export const keepUpload = (upload: KeptUpload) => withFiles('readwrite', (store) => resultOf(store.put(upload)))

export const forgetUpload = (key: string) =>
  withFiles('readwrite', (store) => resultOf(store.delete(key))).catch(() => {})

/** Returns what this gallery's visitor hasn't sent yet, and deletes everything that's too old. */
export async function findKeptUploads(slug: string): Promise<KeptUpload[]> {
  const all: KeptUpload[] = await withFiles('readonly', (store) => resultOf(store.getAll())).catch(() => [])
  const isFresh = ({ keptAt }: KeptUpload) => Date.now() - keptAt < maxAgeMs
  for (const old of all) if (!isFresh(old)) void forgetUpload(old.key)
  return all.filter((upload) => upload.slug === slug && isFresh(upload)).sort((a, b) => a.keptAt - b.keptAt)
}

/** Resolves to false if another tab is sending this batch. The lock is held until the page closes. */
export function lockBatch(batch: string) {
  // Only available in secure contexts.
  if (!navigator.locks) return Promise.resolve(true)
  return new Promise<boolean>((resolve) => {
    void navigator.locks.request(`kept-uploads ${batch}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      return lock ? new Promise(() => {}) : undefined
    })
  })
}
