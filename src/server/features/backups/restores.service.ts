import { createReadStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import { newId } from '#server/platform/ids.ts'
import { StartupProblem } from '#server/platform/startup-problem.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { listBackups, picturePath, readFacts, readManifest, writeHashed } from './backup-folder.ts'
import type { SnapshotRepository } from './snapshots.repository.ts'

type Options = { folder: string; dataDir: string; tempDir: string; snapshots: SnapshotRepository; replace: boolean }

/** Disk and bucket take in several at once; one by one a large backup would take hours more. */
const filesAtOnce = 16

/** What a server makes by itself, also where it has kept nothing yet. */
const ownFiles = new Set(['server.lock', 'tmp'])

const asidePrefix = 'before-restore-'

/** The newest backup of a folder, or the one that the path itself is. */
export async function findBackup(folder: string) {
  if (existsSync(join(folder, 'backup.json'))) return folder
  const newest = (await listBackups(folder)).at(-1)
  if (!newest) throw new StartupProblem(`There is no finished backup in ${folder}.`)
  return join(folder, newest)
}

/**
 * Nothing is overwritten: what is in the data folder is refused, or put aside when that is wanted. Returns where to. Backups may
 * lie in that very folder, as in a container with one volume: what holds them stays where it is.
 */
export async function makeRoom({ folder, dataDir, snapshots, replace }: Options) {
  const { database } = await readFacts(folder)
  if (database !== snapshots.engine) {
    throw new StartupProblem(`This backup is of ${database}: set or unset DATABASE_URL to restore it there.`)
  }
  const [holder] = relative(await realpath(dataDir), await realpath(folder)).split(sep)
  const stays = (name: string) => ownFiles.has(name) || name === holder || name.startsWith(asidePrefix)
  const present = (await readdir(dataDir)).filter((name) => !stays(name))
  const taken = present.length > 0 ? dataDir : (await snapshots.isEmpty()) ? undefined : 'the database'
  if (taken && !replace) {
    throw new StartupProblem(`There is something in ${taken} already: restore into an empty one, or say --replace.`)
  }
  if (present.length === 0) return undefined
  const aside = join(dataDir, `${asidePrefix}${newId()}`)
  await mkdir(aside)
  for (const name of present) await rename(join(dataDir, name), join(aside, name))
  return aside
}

/** Pictures first, each compared with its hash; the database last, so that a restore that stops half-way shows nothing. */
export async function restoreBackup({ folder, dataDir, tempDir, snapshots, replace }: Options, storage: Storage) {
  const facts = await readFacts(folder)
  await mkdir(tempDir, { recursive: true })
  let files = 0
  for await (const lines of inGroups(readManifest(folder), filesAtOnce)) {
    const copies = lines.map((line) => ({ ...line, path: join(tempDir, newId()) }))
    try {
      await inParallel(copies, filesAtOnce, (copy) => copyUnspoilt(folder, copy))
      await storage.put(copies.map(({ key, path }) => ({ key, body: { path } })))
    } finally {
      for (const { path } of copies) await rm(path, { force: true })
    }
    files += lines.length
  }
  const secret = join(folder, 'app-secret')
  if (existsSync(secret)) {
    await copyFile(secret, join(dataDir, 'app-secret'))
    await chmod(join(dataDir, 'app-secret'), 0o600)
  }
  await snapshots.restore(join(folder, snapshots.fileName), { replace })
  return { ...facts, files }
}

async function copyUnspoilt(folder: string, { key, hash, path }: { key: string; hash: string; path: string }) {
  const written = await writeHashed(createReadStream(picturePath(folder, key)), path)
  if (written.hash !== hash) throw new StartupProblem(`${key} of the backup is damaged: its hash is not what it was.`)
}

async function* inGroups<T>(items: AsyncIterable<T>, size: number) {
  let group: T[] = []
  for await (const item of items) {
    if (group.push(item) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
