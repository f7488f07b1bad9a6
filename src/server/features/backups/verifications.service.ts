import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import { reasonOf } from '#server/platform/startup-problem.ts'
import { descriptionName, readFacts } from './backup-description.ts'
import { pictureName, picturePath } from './backup-folder.ts'
import { inGroups, type ManifestLine, manifestName, manifestPath, readManifest } from './backup-manifest.ts'
import { findDifference } from './hashed-files.ts'
import { type ShowProgress, showNoProgress } from './show-progress.ts'
import { inspectDatabase } from './snapshots.repository.ts'

/** `file` is a path in the backup, and `problem` is a phrase to put after it. */
export type Damage = { file: string; problem: string }

export const describeDamage = ({ file, problem }: Damage) => `${file} ${problem}`

const filesAtOnce = 8

/** Checks everything except the image files against the description. */
export async function inspectContents(backup: string) {
  const damage: Damage[] = []
  const read = await readFacts(backup)
  const facts = 'facts' in read ? read.facts : undefined
  if ('problem' in read) damage.push({ file: descriptionName, problem: read.problem })
  for (const [file, expected] of Object.entries(facts?.contents ?? {})) {
    const problem = await findDifference(join(backup, file), expected)
    if (problem) damage.push({ file, problem })
  }
  // Concurrent backups by older versions could lose the manifest.
  if (facts && !facts.contents && !existsSync(manifestPath(backup))) {
    damage.push({ file: manifestName, problem: 'is missing' })
  }
  return { facts, damage }
}

type Options = {
  /** Comparing lengths is enough right after a backup is written. */
  pictures: 'hashes' | 'lengths'
  showProgress?: ShowProgress | undefined
}

export async function verifyBackup(backup: string, { pictures, showProgress = showNoProgress }: Options) {
  const { facts, damage } = await inspectContents(backup)
  const noteOnce = (file: string, problem: string | undefined) => {
    if (problem && !damage.some((known) => known.file === file)) damage.push({ file, problem })
  }
  const snapshot = await inspectDatabase(backup, facts?.database)
  if (snapshot) noteOnce(snapshot.fileName, snapshot.problem)

  const progress = showProgress('Verifying files', facts?.files)
  const found = { files: 0, bytes: 0 }
  async function inspectPicture({ key, ...expected }: ManifestLine) {
    const path = picturePath(backup, key)
    const problem =
      pictures === 'hashes' ? await findDifference(path, expected) : await findOtherLength(path, expected.bytes)
    if (problem) damage.push({ file: pictureName(key), problem })
    found.files++
    found.bytes += expected.bytes
  }
  try {
    const lines = readManifest(backup, (number) =>
      damage.push({ file: manifestName, problem: `can't be read on line ${number}` }),
    )
    for await (const group of inGroups(lines, filesAtOnce)) {
      await inParallel(group, filesAtOnce, inspectPicture)
      progress.update(found.files)
    }
  } catch (error) {
    noteOnce(manifestName, `can't be read (${reasonOf(error)})`)
  }
  progress.done()
  if (facts && (found.files !== facts.files || found.bytes !== facts.bytes)) {
    noteOnce(
      manifestName,
      `has ${found.files} files of ${found.bytes} bytes instead of ${facts.files} of ${facts.bytes}`,
    )
  }
  return { facts, damage, ...found }
}

async function findOtherLength(path: string, bytes: number) {
  const info = await stat(path).catch(() => undefined)
  if (!info) return 'is missing'
  return info.size === bytes ? undefined : `has ${info.size} bytes instead of ${bytes}`
}
