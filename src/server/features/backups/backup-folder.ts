import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/*
 * A backup is a folder of its own: the database, the pictures, a line for each picture with its hash, and a description,
 * which is written last. Pictures never change, so those of the backup before are linked and take no room a second time;
 * any backup can be removed without the others noticing.
 */

const description = 'backup.json'
const manifest = 'files.txt'
const unfinished = '.unfinished'

export type BackupFacts = { createdAt: string; database: string; images: number; files: number; bytes: number }
export type ManifestLine = { hash: string; bytes: number; key: string }

export const picturePath = (backup: string, key: string) => join(backup, 'pictures', key)
export const manifestPath = (backup: string) => join(backup, manifest)

/** Names of finished backups, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => existsSync(join(folder, name, description))).sort()
}

/** When one of that name was taken, in milliseconds since 1970. */
export const takenAt = (name: string) => Date.parse(`${name.slice(0, 10)}T${name.slice(11).replaceAll('-', ':')}Z`)

export async function readFacts(backup: string): Promise<BackupFacts> {
  return JSON.parse(await readFile(join(backup, description), 'utf8'))
}

/** A place to write the next one to; what an earlier attempt left goes. */
export async function beginBackup(folder: string, now: Date) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    if (name.endsWith(unfinished)) await rm(join(folder, name), { recursive: true })
  }
  const final = join(folder, now.toISOString().replaceAll(':', '-').slice(0, 19))
  const path = final + unfinished
  await mkdir(path, { mode: 0o700 })
  return {
    path,
    async finish(facts: BackupFacts) {
      await writeFile(join(path, description), `${JSON.stringify(facts, null, 2)}\n`, { flush: true })
      await rename(path, final)
      return final
    },
  }
}

/** Writes a stream to a file and returns its hash and length. */
export async function writeHashed(stream: Readable, path: string) {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await mkdir(dirname(path), { recursive: true })
  await pipeline(stream, meter, createWriteStream(path, { flush: true }))
  return { hash: hash.digest('hex'), bytes }
}

/** Links the picture of an earlier backup, and reads it once more: a disk may have spoilt it. Undefined: not there. */
export async function linkEarlier(earlier: string | undefined, backup: string, key: string) {
  if (!earlier) return undefined
  const [from, to] = [picturePath(earlier, key), picturePath(backup, key)]
  try {
    await mkdir(dirname(to), { recursive: true })
    await link(from, to)
  } catch {
    // Not there, or a file system without links: then it is copied.
    return undefined
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(to), hash)
  return { hash: hash.digest('hex'), bytes: (await stat(to)).size }
}

export async function* readManifest(backup: string): AsyncGenerator<ManifestLine> {
  for await (const line of createInterface({ input: createReadStream(manifestPath(backup)) })) {
    const [hash = '', bytes = '', key = ''] = line.split(' ')
    yield { hash, bytes: Number(bytes), key }
  }
}

export const formatLine = ({ hash, bytes, key }: ManifestLine) => `${hash} ${bytes} ${key}\n`

export async function removeAllBut(folder: string, keep: number) {
  const names = await listBackups(folder)
  const old = names.slice(0, Math.max(0, names.length - keep))
  for (const name of old) await rm(join(folder, name), { recursive: true })
  return old.length
}
