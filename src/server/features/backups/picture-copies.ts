import { rm } from 'node:fs/promises'
import type { Storage } from '#server/platform/storage/storage.ts'
import { linkPicture, picturePath } from './backup-folder.ts'
import { type FileHash, findDifference, writeHashed } from './hashed-files.ts'

type Options = { storage: Storage; backup: string; earlier: string | undefined }
type Copy = FileHash & { isNew: boolean }
/** The size and hash stored in the database. */
type Expected = { bytes: number; sha256?: string | undefined }

/**
 * Adds image files to a backup, as hard links where the previous backup has an intact copy. Collects the problems found
 * in storage and in the previous backup.
 */
export function createPictureCopier({ storage, backup, earlier }: Options) {
  const problems: string[] = []

  async function link(key: string, before: FileHash): Promise<Copy | undefined> {
    if (earlier === undefined) return undefined
    const result = await linkPicture(earlier, backup, key)
    if (result === 'unsupported') return undefined
    const problem = result === 'missing' ? 'is missing' : await findDifference(picturePath(backup, key), before)
    if (!problem) return { ...before, isNew: false }
    problems.push(`In the previous backup ${earlier}, ${key} ${problem}. It was copied again.`)
    await rm(picturePath(backup, key), { force: true })
    return undefined
  }

  async function copy(key: string, expected: Expected): Promise<Copy | undefined> {
    const source = await storage.open(key)
    if (!source) return void problems.push(`${key} is missing.`)
    const written = await writeHashed(source.stream, picturePath(backup, key))
    const problem = findDamage(written, expected)
    if (problem) problems.push(`${key} ${problem}.`)
    return { ...written, isNew: true }
  }

  /** Linking doesn't read the live file, so its loss or truncation would go unnoticed without this check. */
  async function inspectLive(key: string, expected: Expected) {
    const live = await storage.open(key, { start: 0, end: 0 })
    live?.stream.destroy()
    const problem = live ? findDamage({ bytes: live.size }, expected) : 'is missing'
    if (problem) problems.push(`${key} ${problem}. The backup uses the previous backup's copy.`)
  }

  return {
    problems,
    /**
     * `before` is the file's line in the previous manifest. Returns undefined if the file can't be linked and is
     * missing from storage.
     */
    async copy(key: string, expected: Expected, before: FileHash | undefined) {
      const isSame = before && !findDamage(before, expected)
      const linked = isSame ? await link(key, before) : undefined
      if (!linked) return copy(key, expected)
      await inspectLive(key, expected)
      return linked
    },
  }
}

function findDamage(found: { bytes: number; sha256?: string }, expected: Expected) {
  if (found.bytes !== expected.bytes) return `has ${found.bytes} bytes instead of ${expected.bytes}`
  const isDamaged = found.sha256 && expected.sha256 && found.sha256 !== expected.sha256
  return isDamaged ? "is damaged: its SHA-256 doesn't match the upload's" : undefined
}
