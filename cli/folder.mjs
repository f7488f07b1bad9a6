import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isSkipped, isSkippedFolder } from './pictures.mjs'
import { Misuse, toFileProblem } from './problems.mjs'

const byName = (one, other) => (one.name < other.name ? -1 : 1)

/**
 * Yields everything below a folder: files with their path and segments, `{ isSkipped }` for links, special files and
 * hidden folders, and `{ problem }` for folders that can't be read.
 */
export async function* walk(folder, above = []) {
  let found
  try {
    found = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    yield { path: folder, segments: above, problem: toFileProblem(error) }
    return
  }
  for (const entry of found.sort(byName)) {
    const path = join(folder, entry.name)
    const segments = [...above, entry.name]
    if (entry.isFile()) yield { path, segments }
    else if (entry.isDirectory() && !isSkippedFolder(entry.name)) yield* walk(path, segments)
    else yield { path, segments, isSkipped: true }
  }
}

export const pictureAt = (path) => ({
  file: path,
  name: basename(path),
  open: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
})

/** Throws a misuse if a path doesn't exist. */
export const requirePath = (path) =>
  lstat(path).catch((error) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new Misuse(`There's no such file or folder: ${path}`)
    throw error
  })

/** Lists the pictures in these files and folders, sorted by path. */
export async function listPictures(paths, report) {
  const found = new Map()
  const add = ({ path, segments, isSkipped: isOther, problem }) => {
    if (problem) report.refuse(path, problem)
    else if (isOther || isSkipped(segments)) report.skip()
    else found.set(path, pictureAt(path))
  }
  const named = await Promise.all(paths.map(async (path) => ({ path: join(path), stats: await requirePath(path) })))
  for (const { path, stats } of named) {
    if (stats.isDirectory()) for await (const entry of walk(path)) add(entry)
    else add({ path, segments: [basename(path)], isSkipped: !stats.isFile() })
  }
  return [...found.values()].sort((one, other) => (one.file < other.file ? -1 : 1))
}
