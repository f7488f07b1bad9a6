import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { inParallel } from '../concurrency/in-parallel.ts'
import {
  foldersBetween,
  moveSynced,
  readFolder,
  removeEmptyFolders,
  renameInto,
  sync,
  unless,
  writeSynced,
} from './durable-files.ts'
import { assertKey, assertPrefix, assertRange, orUnavailable, type Storage, type StoredFile } from './storage.ts'

const filesAtOnce = 16

type Entry = { body: StoredFile['body']; staged: string; path: string }

/**
 * One process owns `dir` and clears its temporary folder at startup, because only a crash leaves files there. Processes
 * that run alongside it (`isGuest`) don't clear the folder.
 */
export async function createDiskStorage(options: { dir: string; isGuest?: boolean }): Promise<Storage> {
  const root = resolve(options.dir)
  const temporary = join(root, '.tmp')

  await orUnavailable(async () => {
    if (!options.isGuest) await rm(temporary, { recursive: true, force: true })
    const firstMade = await mkdir(temporary, { recursive: true })
    if (firstMade) await inParallel(foldersBetween(dirname(firstMade), temporary), filesAtOnce, sync)
  })

  const pathOf = (key: string) => {
    assertKey(key)
    return join(root, key)
  }

  async function removeFiles(paths: string[]): Promise<void> {
    await inParallel(paths, filesAtOnce, (path) => unlink(path).catch(unless('ENOENT')))
    await removeEmptyFolders(paths.map(dirname))
  }

  async function putAll(entries: Entry[]): Promise<void> {
    const placed: string[] = []
    try {
      await inParallel(entries, filesAtOnce, ({ body, staged }) =>
        Buffer.isBuffer(body) ? writeSynced(staged, body) : moveSynced(body.path, staged),
      )
      await inParallel(entries, filesAtOnce, async ({ staged, path }) => {
        await renameInto(staged, path)
        placed.push(path)
      })
      // Sync all parents, not just the new ones, because another put may have created one without syncing it yet.
      await inParallel(new Set(entries.flatMap(({ path }) => foldersBetween(root, path))), filesAtOnce, sync)
    } catch (error) {
      await Promise.allSettled(entries.map(({ staged }) => rm(staged, { force: true })))
      await Promise.allSettled([removeFiles(placed)])
      await Promise.allSettled([removeEmptyFolders(entries.map(({ path }) => dirname(path)))])
      throw error
    }
  }

  async function openFile(path: string) {
    const handle = await open(path).catch(unless('ENOENT'))
    if (!handle) return undefined
    const info = await handle.stat()
    if (info.isFile()) return { handle, size: info.size }
    await handle.close()
    return undefined
  }

  const storage: Storage = {
    async put(files) {
      const entries = files.map(({ key, body }) => ({ body, staged: join(temporary, randomUUID()), path: pathOf(key) }))
      await orUnavailable(() => putAll(entries))
    },

    async open(key, range) {
      assertRange(range)
      const path = pathOf(key)
      const file = await orUnavailable(() => openFile(path))
      return file && { size: file.size, stream: file.handle.createReadStream({ ...range }) }
    },

    async read(key) {
      const file = await storage.open(key)
      return file && (await orUnavailable(() => buffer(file.stream)))
    },

    link: (key, path) =>
      orUnavailable(async () => {
        const from = pathOf(key)
        const file = await stat(from).catch(unless('ENOENT'))
        if (!file) return undefined
        // Some file systems have no links, or the file is on another one.
        await link(from, path).catch(() => copyFile(from, path))
        return file.size
      }),

    async remove(keys) {
      const paths = keys.map(pathOf)
      await orUnavailable(() => removeFiles(paths))
    },

    async removeAll(prefix) {
      const paths = [join(root, prefix, 'nothing')]
      for await (const { key } of storage.list(prefix)) paths.push(pathOf(key))
      // The nonexistent file makes sure that its folder is removed even if it's already empty.
      await orUnavailable(() => removeFiles(paths))
    },

    async *list(prefix) {
      assertPrefix(prefix)
      const folders = [join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1))]
      for (let folder = folders.pop(); folder; folder = folders.pop()) {
        const { files, subfolders } = await orUnavailable(() => readFolder(folder))
        folders.push(...subfolders.filter((path) => relative(root, path).startsWith(prefix)).reverse())
        for (const { path, ...info } of files) {
          const key = relative(root, path)
          if (key.startsWith(prefix)) yield { key, ...info }
        }
      }
    },

    check: () =>
      orUnavailable(async () => {
        const probe = join(temporary, randomUUID())
        await writeFile(probe, Buffer.alloc(4096)).finally(() => rm(probe, { force: true }))
      }),

    close: async () => {},
  }
  return storage
}
