import { createReadStream, existsSync } from 'node:fs'
import { chmod, readdir, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { isFileError, reasonOf, StartupProblem } from '#server/platform/startup-problem.ts'
import { createStorage } from '#server/platform/storage/create-storage.ts'
import type { StorageOptions } from '#server/platform/storage/storage.ts'
import { readFacts } from './backup-description.ts'
import { secretName } from './backup-folder.ts'
import { chownTree, findOwnerToKeep } from './folder-owner.ts'
import { describeDifference, type FileHash, writeHashed } from './hashed-files.ts'
import { beginStaging, isRestoreFile, undoRestore } from './restore-staging.ts'
import { createPictureRestore } from './restored-pictures.ts'
import { type ShowProgress, showNoProgress } from './show-progress.ts'
import type { SnapshotRepository } from './snapshots.repository.ts'
import { type Damage, describeDamage, verifyBackup } from './verifications.service.ts'

export type RestoreOptions = {
  backup: string
  dataDir: string
  snapshots: SnapshotRepository
  storage: StorageOptions
  /** Moves the data folder's contents aside and overwrites a PostgreSQL database. */
  replace: boolean
  skipDamaged: boolean
  showProgress?: ShowProgress | undefined
}

/** A server creates these at startup, so a folder with only these files counts as empty. */
const lockName = 'server.lock'
const ownFiles = new Set([lockName, 'tmp'])

/** A failed restore leaves the data folder and the database unchanged. */
export async function restoreBackup(options: RestoreOptions) {
  const { backup, dataDir, showProgress } = options
  const stays = await staysIn(options)
  await requireEngine(options)
  const wasUndone = await undoRestore(dataDir)
  // The killed restore may have committed its database, which is safe to overwrite.
  const replace = options.replace || wasUndone
  if (!options.replace) await requireEmptyFolder(dataDir, stays)
  if (!replace) await requireEmptyDatabase(options)
  const verified = await verifyBackup(backup, { pictures: 'hashes', showProgress })
  refuseDamage(options, verified.damage)
  try {
    const restored = await bringBack(options, stays, { ...verified, replace })
    return { ...restored, facts: verified.facts, skipped: verified.damage }
  } catch (error) {
    await undoRestore(dataDir)
    if (!isFileError(error)) throw error
    throw new StartupProblem(`Nothing was restored because ${dataDir} couldn't be written (${reasonOf(error)}).`, {
      cause: error,
    })
  }
}

type Stays = (name: string) => boolean
type Verified = Pick<Awaited<ReturnType<typeof verifyBackup>>, 'facts' | 'damage'> & { replace: boolean }

async function bringBack(options: RestoreOptions, stays: Stays, { facts, damage, replace }: Verified) {
  const { backup, dataDir, snapshots, showProgress = showNoProgress } = options
  const owner = await findOwnerToKeep(dataDir)
  const staging = await beginStaging(dataDir, stays)
  const storage = await openStorage(options, staging.added)
  const damaged = new Set(damage.map(({ file }) => file))
  const pictures = createPictureRestore({
    backup,
    storage,
    tempDir: staging.temp,
    damaged,
    showProgress,
    total: facts?.files,
  })
  const collect = (file: string, name: string) =>
    copyUnharmed(join(backup, file), join(staging.added, name), facts?.contents?.[file])
  try {
    const files = await pictures.run()
    if (existsSync(join(backup, secretName)) && !damaged.has(secretName)) await collect(secretName, secretName)
    const databaseName = snapshots.databaseFile && basename(snapshots.databaseFile)
    if (databaseName) await collect(snapshots.fileName, databaseName)
    const made = [staging.path, join(dataDir, lockName)].filter((path) => existsSync(path))
    if (owner) for (const path of made) await chownTree(owner, path)
    await staging.swap(databaseName)
    await snapshots.restore(join(backup, snapshots.fileName), { replace })
    return { files, aside: await staging.finish() }
  } catch (error) {
    // On disk, the image files are removed with the staging folder.
    if (options.storage.kind === 's3') await pictures.takeBack()
    throw error
  } finally {
    await storage.close()
  }
}

/**
 * On disk, image files are staged and moved into place with everything else. In a bucket, they're written directly,
 * before the database changes.
 */
const openStorage = ({ storage }: RestoreOptions, added: string) =>
  createStorage(storage.kind === 'disk' ? { ...storage, dir: join(added, basename(storage.dir)) } : storage)

/** Backups can be inside the data folder, as in a container with one volume. Their folder must not be moved. */
async function staysIn({ backup, dataDir }: RestoreOptions) {
  const [holder] = relative(await realpath(dataDir), await realpath(backup)).split(sep)
  return (name: string) => ownFiles.has(name) || name === holder || isRestoreFile(name)
}

async function requireEngine({ backup, snapshots }: RestoreOptions) {
  const read = await readFacts(backup)
  const database = 'facts' in read ? read.facts.database : undefined
  const isOther = database === undefined ? !existsSync(join(backup, snapshots.fileName)) : database !== snapshots.engine
  if (isOther) {
    throw new StartupProblem(
      `This backup is from ${database ?? 'another database'}: set or unset DATABASE_URL to match.`,
    )
  }
}

const occupied = (place: string) =>
  new StartupProblem(`${place} isn't empty: restore into an empty one, or use --replace.`)

async function requireEmptyFolder(dataDir: string, stays: Stays) {
  if ((await readdir(dataDir)).some((name) => !stays(name))) throw occupied(dataDir)
}

async function requireEmptyDatabase({ snapshots }: RestoreOptions) {
  if (!(await snapshots.isEmpty())) throw occupied('The database')
}

function refuseDamage({ backup, snapshots, skipDamaged }: RestoreOptions, damage: Damage[]) {
  if (damage.length === 0) return
  const list = damage.map(describeDamage).join('\n')
  if (damage.some(({ file }) => file === snapshots.fileName)) {
    throw new StartupProblem(
      `${list}\nNothing was restored: ${backup} is useless without its database. Choose another backup.`,
    )
  }
  if (skipDamaged) return
  throw new StartupProblem(
    `${list}\nNothing was restored because ${backup} is damaged. Choose another backup, or use --skip-damaged to restore the rest.`,
  )
}

/** Checks the copy even though the file was verified earlier, because a disk can fail at any time. */
async function copyUnharmed(from: string, to: string, expected: FileHash | undefined) {
  const written = await writeHashed(createReadStream(from), to)
  const problem = expected && describeDifference(written, expected)
  if (problem) throw new StartupProblem(`${from} ${problem}.`)
  await chmod(to, 0o600)
}
