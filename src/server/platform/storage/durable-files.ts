import { copyFile, mkdir, open, readdir, rename, rmdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** How often a rename is tried again whose folder was removed meanwhile. */
const maxRenameTries = 20

export const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

export function unless(code: string): (error: unknown) => undefined {
  return (error) => {
    if (!hasCode(error, code)) throw error
  }
}

/** Works for a folder too, whose entries are as volatile as any bytes until it is synced. */
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

/** From the folder that holds `path` up to `root`, which is included. */
export function foldersBetween(root: string, path: string): string[] {
  const folder = dirname(path)
  return folder.length <= root.length ? [folder] : [folder, ...foldersBetween(root, folder)]
}

/** Parents go too when they are empty; one that another call is filling stays. */
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

/** Makes the folders that are missing. */
export async function renameInto(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await mkdir(dirname(to), { recursive: true })
      return await rename(from, to)
    } catch (error) {
      // A remove may have taken the still empty folder between the two steps, or one above it between those of mkdir.
      if (tries === maxRenameTries || !hasCode(error, 'ENOENT', 'ENOTDIR')) throw error
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
