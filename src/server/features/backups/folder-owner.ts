import { lchown, lstat, opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export type Owner = { uid: number; gid: number }

/** When run as root, keep the folder's owner. A server that runs as another user couldn't read root's files. */
export async function findOwnerToKeep(folder: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = await stat(folder)
  return { uid, gid }
}

export async function chownTree({ uid, gid }: Owner, path: string) {
  await lchown(path, uid, gid)
  if (!(await lstat(path)).isDirectory()) return
  for await (const { parentPath, name } of await opendir(path, { recursive: true })) {
    await lchown(join(parentPath, name), uid, gid)
  }
}
