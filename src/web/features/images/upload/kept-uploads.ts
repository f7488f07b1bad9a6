import { createFileStore, resultOf } from '#web/lib/file-store.ts'
import { keptUploadsDatabase } from '#web/lib/storage.ts'
import type { UploadDetails } from './upload.ts'

/** A visitor sends photos to the gallery with this slug, maybe with their name. */
export type GuestTarget = { readonly slug: string; readonly name: string }
export type UserTarget = { readonly userId: string; readonly linkId: string }

/** A file that's being sent, kept so a reload can carry on. */
export type KeptUpload<Target = GuestTarget | UserTarget> = Target & {
  /** The upload's ID. */
  readonly key: string
  /** Everything that the same tab sends. Only one tab at a time sends a batch. */
  readonly batch: string
  /** Empty once it has arrived. */
  readonly file: File
  /** The owner's image, once it's uploaded. Kept until the rest has arrived, to restore the order. */
  readonly imageId?: string | undefined
  readonly sectionId?: string | undefined
  readonly details?: UploadDetails | undefined
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

/** Deletes everything that's too old, too. */
async function listKept() {
  const all: KeptUpload[] = await withFiles('readonly', (store) => resultOf(store.getAll())).catch(() => [])
  const isFresh = ({ keptAt }: KeptUpload) => Date.now() - keptAt < maxAgeMs
  for (const old of all) if (!isFresh(old)) void forgetUpload(old.key)
  return all.filter(isFresh).sort((a, b) => a.keptAt - b.keptAt)
}

/** Returns what this gallery's visitor hasn't sent yet. */
export const findGuestUploads = async (slug: string) =>
  (await listKept()).filter((kept): kept is KeptUpload<GuestTarget> => 'slug' in kept && kept.slug === slug)

/** Returns what this user hasn't sent yet to their links. */
export const findUserUploads = async (userId: string) =>
  (await listKept()).filter((kept): kept is KeptUpload<UserTarget> => 'userId' in kept && kept.userId === userId)

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
