import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Misuse } from './command.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const inRoot = (...parts) => join(root, ...parts)

/** Without this check, a mistyped path would run no tests at all. */
export function requirePaths(paths) {
  const missing = paths.find((path) => !existsSync(resolve(root, path)))
  if (missing !== undefined) throw new Misuse(`There's no file or folder called ${missing}.`)
}
