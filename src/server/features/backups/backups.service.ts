import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import { newId } from '#server/platform/ids.ts'
import { isFileError, reasonOf, StartupProblem } from '#server/platform/startup-problem.ts'
import { sync } from '#server/platform/storage/durable-files.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { writeFacts } from './backup-description.ts'
import { beginBackup, listBackups, removeOld, secretName } from './backup-folder.ts'
import { followManifest, formatLine, manifestName, manifestPath, readManifest } from './backup-manifest.ts'
import type { CleanupHoldRepository } from './cleanup-holds.repository.ts'
import { type FileHash, hashFile } from './hashed-files.ts'
import { createPictureCopier } from './picture-copies.ts'
import { findPreviousBackup } from './previous-backup.ts'
import { type ShowProgress, showNoProgress } from './show-progress.ts'
import type { SnapshotRepository } from './snapshots.repository.ts'
import { describeDamage, verifyBackup } from './verifications.service.ts'

type Dependencies = {
  snapshots: SnapshotRepository
  storage: Storage
  holds: CleanupHoldRepository
  keyOf: (folder: string, file: string) => string
  /** Contains the app secret, without which signed URLs are invalid. Undefined if the operator sets the secret. */
  secretFile: string | undefined
  clock: Clock
}

type Counts = { images: number; files: number; bytes: number; copied: number }
type Options = { keep?: number | undefined; showProgress?: ShowProgress | undefined }

const filesAtOnce = 4
/** After a backup is killed, file deletions are delayed for at most this long. */
const holdMs = minutes(5)
const renewMs = minutes(1)

export function createBackupService(dependencies: Dependencies) {
  const { snapshots, storage, holds, keyOf, secretFile, clock } = dependencies

  /** Delays the deletion of files from storage until the work is done. */
  async function holdingFiles<T>(work: () => Promise<T>): Promise<T> {
    const id = newId()
    const hold = () => holds.hold(id, instantIn(clock, holdMs))
    await hold()
    // The hold outlasts four failed renewals, so errors are ignored.
    const timer = setInterval(() => hold().catch(() => {}), renewMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await holds.release(id, instantNow(clock))
    }
  }

  async function write(path: string, earlier: string | undefined, showProgress: ShowProgress = showNoProgress) {
    const counts: Counts = { images: 0, files: 0, bytes: 0, copied: 0 }
    const copier = createPictureCopier({ storage, backup: path, earlier })
    const before = earlier === undefined ? undefined : followManifest(readManifest(earlier))

    await holdingFiles(() =>
      snapshots.take(join(path, snapshots.fileName), async (images, imageCount) => {
        const progress = showProgress('Copying images', imageCount)
        const lines = createWriteStream(manifestPath(path), { flush: true })
        // Listen from the start, because an error can occur long before `closed` is awaited.
        const closed = once(lines, 'close')
        closed.catch(() => {})
        let copied: string | undefined
        for await (const { folder, files } of images) {
          progress.update(counts.images++)
          // Images that share their files follow each other.
          if (folder === copied) continue
          copied = folder
          const linesBefore = await before?.take(keyOf(folder, ''))
          await inParallel(files, filesAtOnce, async ({ name, ...expected }) => {
            const key = keyOf(folder, name)
            const copy = await copier.copy(key, expected, linesBefore?.get(key))
            if (!copy) return
            counts.files++
            counts.bytes += copy.bytes
            if (copy.isNew) counts.copied++
            lines.write(formatLine({ ...copy, key }))
          })
        }
        progress.update(counts.images)
        progress.done()
        lines.end()
        await closed
      }),
    )
    await before?.close()
    if (secretFile) await copyFile(secretFile, join(path, secretName))
    return { counts, problems: copier.problems }
  }

  /** Also verifies the backup before `finish` renames it, so a backup with damage isn't listed as finished. */
  async function describe(path: string, { images, files, bytes }: Counts) {
    const contents: Record<string, FileHash> = {}
    for (const name of [snapshots.fileName, manifestName, ...(secretFile ? [secretName] : [])]) {
      await sync(join(path, name))
      contents[name] = await hashFile(join(path, name))
    }
    await writeFacts(path, { createdAt: instantNow(clock), database: snapshots.engine, images, files, bytes, contents })
    const { damage } = await verifyBackup(path, { pictures: 'lengths' })
    if (damage.length === 0) return
    const found = damage.map(describeDamage).join('; ')
    throw new StartupProblem(
      `The backup was removed because it differs from what was written: ${found}. Check the disk.`,
    )
  }

  return {
    async take(folder: string, options: Options = {}) {
      const now = clock.now()
      const backup = await beginBackup(folder, now)
      try {
        const { names, future } = await listBackups(folder, now)
        const { earlier, problems } = await findPreviousBackup(names.map((name) => join(folder, name)))
        const written = await write(backup.path, earlier, options.showProgress)
        problems.push(...written.problems)
        await describe(backup.path, written.counts)
        const path = await backup.finish()
        // If there's a problem, don't remove old backups: one of them may be the only good copy.
        const keep = problems.length === 0 ? options.keep : undefined
        const removal = await removeOld(folder, { taken: path, keep, now })
        problems.push(...removal.problems)
        return { path, ...written.counts, removed: removal.removed, future, problems }
      } catch (error) {
        await backup.discard()
        throw isFileError(error) ? new StartupProblem(unwritable(folder, error), { cause: error }) : error
      } finally {
        backup.release()
      }
    },
  }
}

const unwritable = (folder: string, error: unknown) =>
  `The backup in ${folder} couldn't be written (${reasonOf(error)}): check free disk space and permissions.`
