import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents with mode 700, and returns the topmost new one. Node's recursive mkdir hangs
 * if the system reports ENOENT for a folder whose parent exists, as in /proc.
 */
export function makeFolder(path: string): string | undefined {
  const make = () => mkdirSync(path, { mode: 0o700 })
  try {
    make()
    return path
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && dirname(path) !== path) {
      const topmost = makeFolder(dirname(path))
      make()
      return topmost ?? path
    }
    if (code !== 'EEXIST' || !statSync(path).isDirectory()) throw error
    return undefined
  }
}
