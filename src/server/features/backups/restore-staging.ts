import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '#server/platform/ids.ts'
import { StartupProblem } from '#server/platform/startup-problem.ts'
import { sync } from '#server/platform/storage/durable-files.ts'

/*
 * A restore collects all files in a staging folder and then renames them into place. The staging folder is inside the
 * data folder, to be on the same disk. Three subfolders record the progress, so the next restore can undo a killed one:
 *   new       the files to put in place; without `old` or `replaced`, the data folder is still unchanged
 *   old       the previous contents, while they're being moved here
 *   replaced  all the previous contents, while `new` is being put in place
 */
const stagingName = 'unfinished-restore'
const asidePrefix = 'before-restore-'

const pathsIn = (dataDir: string) => {
  const staging = join(dataDir, stagingName)
  const inStaging = (name: string) => join(staging, name)
  return {
    staging,
    added: inStaging('new'),
    temp: inStaging('tmp'),
    old: inStaging('old'),
    replaced: inStaging('replaced'),
    list: inStaging('names.json'),
  }
}

export const isRestoreFile = (name: string) => name === stagingName || name.startsWith(asidePrefix)

const moveAll = async (names: string[], from: string, to: string) => {
  for (const name of names) await rename(join(from, name), join(to, name))
  await sync(to)
}

/** Returns true if there was an interrupted restore that had started to move the previous contents. */
export async function undoRestore(dataDir: string) {
  const { staging, added, old, replaced, list } = pathsIn(dataDir)
  const wasPlacing = existsSync(replaced)
  if (wasPlacing) {
    const names: string[] = JSON.parse(await readFile(list, 'utf8'))
    for (const name of names.filter((name) => !existsSync(join(added, name)))) {
      await rm(join(dataDir, name), { recursive: true, force: true })
    }
    await rename(replaced, old)
  }
  const hadBegun = existsSync(old)
  if (hadBegun) await moveAll(await readdir(old), old, dataDir)
  await rm(staging, { recursive: true, force: true })
  return hadBegun
}

export async function beginStaging(dataDir: string, stays: (name: string) => boolean) {
  const { staging, added, temp, old, replaced, list } = pathsIn(dataDir)
  for (const folder of [added, temp]) await mkdir(folder, { recursive: true })
  return {
    path: staging,
    added,
    temp,
    /**
     * Replaces the data folder's contents with the staged files. The file named `last` is moved last, because a server
     * would treat a folder without it as new.
     */
    async swap(last: string | undefined) {
      const names = (await readdir(added)).sort((a, b) => Number(a === last) - Number(b === last))
      await writeFile(list, JSON.stringify(names), { flush: true })
      await mkdir(old)
      await moveAll(
        (await readdir(dataDir)).filter((name) => !stays(name)),
        dataDir,
        old,
      )
      await rename(old, replaced)
      await moveAll(names, added, dataDir)
    },
    /** Returns the folder with the previous contents, or undefined if there were none. */
    async finish() {
      const isEmpty = (await readdir(replaced)).length === 0
      const aside = isEmpty ? undefined : join(dataDir, `${asidePrefix}${newId()}`)
      await (aside ? rename(replaced, aside) : rmdir(replaced))
      await rm(staging, { recursive: true })
      return aside
    },
  }
}

/**
 * Keeps the server from starting on a half-restored folder, which would look like an empty installation, open to the
 * first person who registers.
 */
export function requireNoUnfinishedRestore(dataDir: string) {
  const { old, replaced } = pathsIn(dataDir)
  if (!existsSync(old) && !existsSync(replaced)) return
  throw new StartupProblem(
    `A restore into ${dataDir} was interrupted: run the same npm run restore again before you start the server.`,
  )
}
