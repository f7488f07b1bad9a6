import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type Installed = { version: string; commit: string | null }

const root = join(import.meta.dirname, '..', '..')

/** Reads the version on disk. Between an update and the restart, it's newer than the running one. */
export const readInstalled = (folder = root): Installed => ({
  version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
  commit: readCommit(folder),
})

function readCommit(folder: string): string | null {
  try {
    const git = gitFolderOf(folder)
    const head = read(git, 'HEAD')
    const [, ref] = /^ref: (.+)$/.exec(head) ?? []
    if (!ref) return head
    // A worktree's branches are in the main repository's git folder.
    const shared = existsSync(join(git, 'commondir')) ? resolve(git, read(git, 'commondir')) : git
    if (existsSync(join(shared, ref))) return read(shared, ref)
    const line = read(shared, 'packed-refs')
      .split('\n')
      .find((each) => each.endsWith(` ${ref}`))
    return line?.split(' ')[0] ?? null
  } catch {
    return null
  }
}

const read = (...path: string[]) => readFileSync(join(...path), 'utf8').trim()

function gitFolderOf(folder: string) {
  const git = join(folder, '.git')
  return statSync(git).isDirectory() ? git : resolve(folder, read(git).replace(/^gitdir: /, ''))
}

export const running: Installed = readInstalled()
