import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Misuse } from './problem.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => join(root, ...parts)

/** For commands that take files and folders: a mistyped one would be a run without any. */
export function requirePaths(paths) {
  const missing = paths.find((path) => !existsSync(resolve(root, path)))
  if (missing !== undefined) throw new Misuse(`There is no file or folder ${missing}.`)
}
