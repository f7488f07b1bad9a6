import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import { newId } from '#server/platform/ids.ts'
import { StartupProblem } from '#server/platform/startup-problem.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { pictureName, picturePath } from './backup-folder.ts'
import { inGroups, type ManifestLine, readManifest } from './backup-manifest.ts'
import { describeDifference, hashStream, writeHashed } from './hashed-files.ts'
import type { ShowProgress } from './show-progress.ts'

type Options = {
  backup: string
  storage: Storage
  tempDir: string
  /** Paths in the backup to skip. */
  damaged: Set<string>
  showProgress: ShowProgress
  total: number | undefined
}

/** Copying files one by one would add hours to a large restore. */
const filesAtOnce = 16

/**
 * Copies the image files of a backup to storage. Skips files that are already there and intact, for example in a bucket
 * that survived.
 */
export function createPictureRestore({ backup, storage, tempDir, damaged, showProgress, total }: Options) {
  const added: string[] = []

  async function copy({ key, ...expected }: ManifestLine, path: string) {
    const present = await storage.open(key)
    if (present && !describeDifference(await hashStream(present.stream), expected)) return undefined
    const problem = describeDifference(await writeHashed(createReadStream(picturePath(backup, key)), path), expected)
    if (problem) throw new StartupProblem(`${picturePath(backup, key)} ${problem}.`)
    return { key, body: { path }, isAdded: !present }
  }

  async function restoreGroup(lines: ManifestLine[]) {
    const copies: NonNullable<Awaited<ReturnType<typeof copy>>>[] = []
    try {
      await inParallel(lines, filesAtOnce, async (line) => {
        const copied = await copy(line, join(tempDir, newId()))
        if (copied) copies.push(copied)
      })
      await storage.put(copies)
      for (const { key, isAdded } of copies) if (isAdded) added.push(key)
    } finally {
      for (const { body } of copies) await rm(body.path, { force: true })
    }
  }

  return {
    async run() {
      const progress = showProgress('Restoring files', total)
      let files = 0
      for await (const lines of inGroups(readManifest(backup), filesAtOnce)) {
        const unharmed = lines.filter(({ key }) => !damaged.has(pictureName(key)))
        await restoreGroup(unharmed)
        files += unharmed.length
        progress.update(files)
      }
      progress.done()
      return files
    },
    /** Errors are ignored, because the next restore or a check with --repair handles leftover files. */
    takeBack: () => storage.remove(added).catch(() => {}),
  }
}
