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
 * A backup is a folder that contains the database, the image files, a manifest with the hashes of the image files, the
 * app secret if the server keeps it in a file, and a description, which is written last. Image files never change, so
 * each backup hard-links the ones that the previous backup already has. The links take up hardly any disk space, and
 * any backup can be removed without affecting the others.
 */

const unfinished = '.unfinished'
const finishedName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/
const clockToleranceMs = minutes(10)

export const secretName = 'app-secret'
/** Returns a path relative to the backup folder. */
export const pictureName = (key: string) => `pictures/${key}`
export const picturePath = (backup: string, key: string) => join(backup, pictureName(key))

const nameAt = (now: Date) => now.toISOString().replaceAll(':', '-').slice(0, 19)

export const takenAtMs = (name: string) => Date.parse(`${name.slice(0, 10)}T${name.slice(11).replaceAll('-', ':')}Z`)

/**
 * Lists the names of finished backups, oldest first. Backups dated in the future are listed separately: after a clock
 * error, they would look like the newest ones.
 */
export async function listBackups(folder: string, now: Date) {
  const all = await readdir(folder).catch(() => [])
  const names = all.filter((name) => finishedName.test(name) && existsSync(join(folder, name, descriptionName))).sort()
  const isFuture = (name: string) => takenAtMs(name) > now.getTime() + clockToleranceMs
  return { names: names.filter((name) => !isFuture(name)), future: names.filter(isFuture) }
}

/** Returns the newest backup in `folder`, or `folder` itself if it's a backup. */
export async function findBackup(folder: string, now: Date) {
  const isBackup = existsSync(join(folder, descriptionName))
  if (isBackup && folder.endsWith(unfinished)) throw new StartupProblem(`${folder} is an unfinished backup.`)
  if (isBackup) return { backup: folder, future: [] }
  const { names, future } = await listBackups(folder, now)
  const newest = names.at(-1)
  if (newest) return { backup: join(folder, newest), future }
  if (future.length === 0) throw new StartupProblem(`There's no finished backup in ${folder}.`)
  throw new StartupProblem(
    `All backups in ${folder} are dated in the future: name the one you want, such as ${future[0]}.`,
  )
}

/** Creates the folder if necessary, and throws an explanation if it isn't writable. */
export async function requireWritable(folder: string) {
  const probe = join(folder, `.writable-${process.pid}`)
  try {
    makeFolder(folder)
    await writeFile(probe, '').finally(() => rm(probe, { force: true }))
  } catch (error) {
    throw new StartupProblem(
      `${folder} can't be used for backups (${reasonOf(error)}): it must be a folder this user can write to.`,
    )
  }
}

/**
 * Locks `folder` until `release` is called and starts a new backup in it. Nothing else can be writing to `folder` then,
 * so unfinished backups found in it are deleted.
 */
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
    if (existsSync(final)) throw new StartupProblem(`There's already a backup with this timestamp: ${final}.`)
    const path = final + unfinished
    await mkdir(path, { mode: 0o700 })
    return {
      path,
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

/** Keeps `taken` and the newest others, `keep` in total. Ignores backups dated in the future. */
export async function removeOld(folder: string, { taken, keep = Number.POSITIVE_INFINITY, now }: Removal) {
  const { names } = await listBackups(folder, now)
  const others = names.filter((name) => name !== basename(taken))
  const old = others.slice(0, Math.max(0, others.length - (keep - 1)))
  const problems: string[] = []
  for (const name of old) {
    const path = join(folder, name)
    try {
      // Rename first, so a half-deleted backup is never mistaken for a complete one.
      await rename(path, path + unfinished)
      await removeFolder(path + unfinished)
    } catch (error) {
      problems.push(`The old backup ${path} couldn't be removed (${reasonOf(error)}).`)
    }
  }
  return { removed: old.length - problems.length, problems }
}

/** Retries in case another process is still writing to the folder, such as a pg_dump whose parent was killed. */
const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })
