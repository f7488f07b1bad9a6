import { mkdir, readdir, rename, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hasCode, unless } from './durable-files.ts'

const placingTries = 20

/** From the folder that holds `path` up to `root`, which is included. */
export function foldersBetween(root: string, path: string): string[] {
  const folder = dirname(path)
  return folder.length <= root.length ? [folder] : [folder, ...foldersBetween(root, folder)]
}

/** Parents go too when they are empty; whoever is filling one in the meantime keeps it. */
export async function removeEmptyFolders(root: string, path: string): Promise<void> {
  for (const folder of foldersBetween(root, path)) {
    if (folder === root) return
    try {
      await rmdir(folder)
    } catch (error) {
      if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return
      if (!hasCode(error, 'ENOENT')) throw error
    }
  }
}

export async function place(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(dirname(to), { recursive: true })
      return await rename(from, to)
    } catch (error) {
      // A remove may have taken the still empty folder between the two steps.
      if (tries === placingTries || !hasCode(error, 'ENOENT')) throw error
    }
  }
}

export async function readFolder(folder: string) {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unless('ENOENT'))) ?? []
  const visible = entries.filter(({ name }) => !name.startsWith('.'))
  const files = visible.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const infos = await Promise.all(files.map((path) => stat(path).catch(unless('ENOENT'))))
  return {
    files: files.flatMap((path, i) => (infos[i] ? [{ path, modifiedAt: infos[i].mtime }] : [])),
    subfolders: visible.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)),
  }
}
