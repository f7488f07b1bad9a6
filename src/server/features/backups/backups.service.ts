import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, instantIn, instantNow, minutes } from '#server/platform/clock.ts'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import { newId } from '#server/platform/ids.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import {
  beginBackup,
  formatLine,
  linkEarlier,
  listBackups,
  manifestPath,
  picturePath,
  removeAllBut,
  writeHashed,
} from './backup-folder.ts'
import type { CleanupHoldRepository } from './cleanup-holds.repository.ts'
import type { SnapshotRepository } from './snapshots.repository.ts'

type Dependencies = {
  snapshots: SnapshotRepository
  storage: Storage
  holds: CleanupHoldRepository
  keyOf: (imageId: string, file: string) => string
  /** Without it the addresses that were signed are worth nothing; undefined where the operator keeps it. */
  secretFile: string | undefined
  clock: Clock
}

const filesAtOnce = 4
/** A backup that is killed holds deleted pictures for so long and no longer. */
const holdMs = minutes(5)
const renewMs = minutes(1)

export function createBackupService(dependencies: Dependencies) {
  const { snapshots, storage, holds, keyOf, secretFile, clock } = dependencies

  /** Whatever is deleted meanwhile stays on the storage until the work is done. */
  async function holdingFiles<T>(work: () => Promise<T>): Promise<T> {
    const id = newId()
    const hold = () => holds.hold(id, instantIn(clock, holdMs))
    await hold()
    // A renewal that fails is tried again in a minute; there is time for four of them.
    const timer = setInterval(() => hold().catch(() => {}), renewMs)
    try {
      return await work()
    } finally {
      clearInterval(timer)
      await holds.release(id, instantNow(clock))
    }
  }

  return {
    /** A copy of everything as it is at one moment, while the server runs. */
    async take(folder: string, { keep }: { keep?: number } = {}) {
      const earlierName = (await listBackups(folder)).at(-1)
      const earlier = earlierName && join(folder, earlierName)
      const backup = await beginBackup(folder, clock.now())
      const problems: string[] = []
      const counts = { images: 0, files: 0, bytes: 0, copied: 0 }

      async function copy(key: string, expectedBytes: number) {
        const linked = await linkEarlier(earlier, backup.path, key)
        if (linked?.bytes === expectedBytes) return linked
        const path = picturePath(backup.path, key)
        if (linked) await rm(path)
        const source = await storage.open(key)
        if (!source) return void problems.push(`${key} is missing`)
        const written = await writeHashed(source.stream, path)
        if (written.bytes !== expectedBytes)
          problems.push(`${key} has ${written.bytes} bytes instead of ${expectedBytes}`)
        counts.copied++
        return written
      }

      await holdingFiles(() =>
        snapshots.take(join(backup.path, snapshots.fileName), async (images) => {
          const lines = createWriteStream(manifestPath(backup.path), { flush: true })
          for await (const image of images) {
            counts.images++
            await inParallel(image.files, filesAtOnce, async ({ name, bytes }) => {
              const key = keyOf(image.id, name)
              const copied = await copy(key, bytes)
              if (!copied) return
              counts.files++
              counts.bytes += copied.bytes
              lines.write(formatLine({ ...copied, key }))
            })
          }
          lines.end()
          await once(lines, 'close')
        }),
      )
      if (secretFile) await copyFile(secretFile, join(backup.path, 'app-secret'))
      const { copied, ...facts } = counts
      const path = await backup.finish({ createdAt: instantNow(clock), database: snapshots.engine, ...facts })
      const removed = keep === undefined ? 0 : await removeAllBut(folder, keep)
      return { path, ...counts, removed, problems }
    },
  }
}
