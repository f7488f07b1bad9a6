import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type Installed = { version: string; commit: string | null }

const root = join(import.meta.dirname, '..', '..')

/** What is in this folder now, which isn't what runs once someone has updated it. */
export const readInstalled = (folder = root): Installed => ({
  version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
  commit: readCommit(folder),
})

/** null where it wasn't installed with git. */
function readCommit(folder: string): string | null {
  try {
    const git = gitFolderOf(folder)
    const head = read(git, 'HEAD')
    const [, ref] = /^ref: (.+)$/.exec(head) ?? []
    if (!ref) return head
    // Worktrees share their branches.
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

/** What runs: read as the process starts. */
export const running: Installed = readInstalled()
