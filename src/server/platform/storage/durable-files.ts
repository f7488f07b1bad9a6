import { copyFile, mkdir, open, readdir, rename, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const maxRenameTries = 20

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

export function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, code)) throw error
  }
}

/** Works for folders too, because their entries are just as volatile until synced. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const writeSynced = (path: string, bytes: Buffer) => writeFile(path, bytes, { flag: 'wx', flush: true })

export async function moveSynced(from: string, to: string): Promise<void> {
  await sync(from)
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error
    await copyFile(from, to)
    await sync(to)
  }
}

export function foldersBetween(root: string, path: string): string[] {
  const folder = dirname(path)
  return folder.length <= root.length ? [folder] : [folder, ...foldersBetween(root, folder)]
}

/** Removes empty ones, but not the folders above, where another call may be creating its own folder at this moment. */
export async function removeEmptyFolders(folders: string[]): Promise<void> {
  // One after the other, because a folder may be empty only once the folders in it have been removed.
  for (const folder of [...new Set(folders)].sort((a, b) => b.length - a.length)) {
    try {
      await rmdir(folder)
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error
    }
  }
}

export async function renameInto(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(dirname(to), { recursive: true })
      return await rename(from, to)
    } catch (error) {
      // A concurrent remove may have deleted the empty folder before the rename.
      if (tries === maxRenameTries || !hasCode(error, 'ENOENT')) throw error
    }
  }
}

export async function readFolder(folder: string) {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unless('ENOENT'))) ?? []
  const visible = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1))
  const files = visible.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const infos = await Promise.all(files.map((path) => stat(path).catch(unless('ENOENT'))))
  return {
    files: files.flatMap((path, i) => (infos[i] ? [{ path, bytes: infos[i].size, modifiedAt: infos[i].mtime }] : [])),
    subfolders: visible.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name)),
  }
}
