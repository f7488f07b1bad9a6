import { existsSync } from 'node:fs'
import { link, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { minutes } from '#server/platform/clock.ts'
import { makeFolder } from '#server/platform/make-folder.ts'
import { reasonOf, StartupProblem } from '#server/platform/startup-problem.ts'
import { sync } from '#server/platform/storage/durable-files.ts'
import { descriptionName } from './backup-description.ts'
import { lockBackups } from './backup-locks.repository.ts'
import { chownTree, findOwnerToKeep } from './folder-owner.ts'

/*
 * A backup is a folder of its own: the database, the pictures, a manifest with the hash of each picture, and a description, which
 * is written last. Pictures never change, so those of the backup before are linked and take no room a second time; any backup can
 * be removed without the others noticing.
 */

const unfinished = '.unfinished'
const finishedName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/
/** Clocks of two machines may differ by this much. */
const clockToleranceMs = minutes(10)

export const secretName = 'app-secret'
/** The path of a picture in its backup. */
export const pictureName = (key: string) => `pictures/${key}`
export const picturePath = (backup: string, key: string) => join(backup, pictureName(key))

const nameAt = (now: Date) => now.toISOString().replaceAll(':', '-').slice(0, 19)

/** When one of that name was taken, in milliseconds since 1970. */
export const takenAt = (name: string) => Date.parse(`${name.slice(0, 10)}T${name.slice(11).replaceAll('-', ':')}Z`)

/** Names of finished backups, oldest first. Those of a clock that was ahead are of no use to tell which is newest. */
export async function listBackups(folder: string, now: Date) {
  const all = await readdir(folder).catch(() => [])
  const names = all.filter((name) => finishedName.test(name) && existsSync(join(folder, name, descriptionName))).sort()
  const isFuture = (name: string) => takenAt(name) > now.getTime() + clockToleranceMs
  return { names: names.filter((name) => !isFuture(name)), future: names.filter(isFuture) }
}

/** The newest backup of a folder, or the one that the path itself is. */
export async function findBackup(folder: string, now: Date) {
  const isBackup = existsSync(join(folder, descriptionName))
  if (isBackup && folder.endsWith(unfinished))
    throw new StartupProblem(`${folder} is a backup that was never finished.`)
  if (isBackup) return { backup: folder, future: [] }
  const { names, future } = await listBackups(folder, now)
  const newest = names.at(-1)
  if (newest) return { backup: join(folder, newest), future }
  if (future.length === 0) throw new StartupProblem(`There is no finished backup in ${folder}.`)
  throw new StartupProblem(
    `All backups in ${folder} are dated in the future: name the one you want, such as ${future[0]}.`,
  )
}

/** Makes the folder and writes to it, or says in a sentence why that can't be done. */
export async function requireWritable(folder: string) {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    makeFolder(folder)
    await writeFile(probe, '').finally(() => rm(probe, { force: true }))
  } catch (error) {
    throw new StartupProblem(
      `${folder} can't be used for backups (${reasonOf(error)}): it must be a folder this user may write to.`,
    )
  }
}

/** A place for the next backup. Nobody else has one in this folder until it's released, so what others left there can go. */
export async function beginBackup(folder: string, now: Date) {
  await requireWritable(folder)
  const owner = await findOwnerToKeep(folder)
  const lockPath = join(folder, 'backup.lock')
  const lock = lockBackups(lockPath, folder)
  try {
    if (owner) await chownTree(owner, lockPath)
    for (const name of await readdir(folder)) {
      if (name.endsWith(unfinished)) await removeFolder(join(folder, name))
    }
    const final = join(folder, nameAt(now))
    if (existsSync(final)) throw new StartupProblem(`There is a backup of this very second already: ${final}.`)
    const path = final + unfinished
    await mkdir(path, { mode: 0o700 })
    return {
      path,
      /** Call it when everything is there and verified. */
      async finish() {
        if (owner) await chownTree(owner, path)
        await sync(path)
        await rename(path, final)
        await sync(folder)
        return final
      },
      discard: () => removeFolder(path),
      release: lock.release,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

export type LinkResult = 'linked' | 'missing' | 'unsupported'

/** Links the picture of an earlier backup into this one. */
export async function linkPicture(earlier: string, backup: string, key: string): Promise<LinkResult> {
  const [from, to] = [picturePath(earlier, key), picturePath(backup, key)]
  await mkdir(dirname(to), { recursive: true })
  try {
    await link(from, to)
    return 'linked'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unsupported'
  }
}

type Removal = { taken: string; keep: number | undefined; now: Date }

/** Keeps `taken` and the newest others, `keep` in all. What is dated in the future is left alone. */
export async function removeOld(folder: string, { taken, keep = Number.POSITIVE_INFINITY, now }: Removal) {
  const { names } = await listBackups(folder, now)
  const others = names.filter((name) => name !== basename(taken))
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)))
  const problems: string[] = []
  for (const name of old) {
    const path = join(folder, name)
    try {
      // Renamed first: half of a backup must not be taken for a whole one.
      await rename(path, path + unfinished)
      await removeFolder(path + unfinished)
    } catch (error) {
      problems.push(`The old backup ${path} couldn't be removed (${reasonOf(error)}).`)
    }
  }
  return { removed: old.length - problems.length, problems }
}

/** Tries again where something still writes to it, such as a pg_dump whose parent was killed. */
const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })
