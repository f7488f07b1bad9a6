import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { walk } from './folder.mjs'
import { isSkipped } from './pictures.mjs'
import { FileProblem, Misuse, Stopped } from './problems.mjs'
import { openZip } from './zip.mjs'

/** The parts of a Takeout count as one source, even if they're imported one at a time. */
const takeoutPart = /^(takeout-.*)-\d{1,4}$/i

/**
 * Reads folders and ZIPs as one tree. Pictures at the top are grouped by source, all others by folder. Nothing is
 * unpacked to disk.
 */
export async function readTree(paths, report) {
  const sources = await Promise.all(paths.map(requireSource))
  const folders = new Map()
  const zips = []
  let manifest

  function folderOf(segments, source) {
    const path = segments.slice(0, -1).join('/')
    const key = path === '' ? `/${source}` : path
    if (!folders.has(key)) {
      const titles = path === '' ? [source] : segments.slice(0, -1)
      folders.set(key, { path, titles, sources: new Set(), pictures: [], metadata: new Map() })
    }
    return folders.get(key)
  }

  function add({ file, segments, open }, source) {
    const name = segments.at(-1).normalize('NFC')
    if (segments.length === 1 && name === 'account.json') manifest ??= { file, name, open }
    const isHidden = isSkipped([...segments.slice(0, -1), 'a.jpg'])
    if (/\.json$/i.test(name) && !isHidden) folderOf(segments, source).metadata.set(name.slice(0, -5), { name, open })
    if (isSkipped(segments)) report.skip()
    else {
      const folder = folderOf(segments, source)
      folder.sources.add(source.replace(takeoutPart, '$1'))
      folder.pictures.push({ file, name, open, path: pathOf(file, segments) })
    }
  }

  async function addZip({ path, name }) {
    const zip = await openZip(path)
    zips.push(zip)
    for (const { name: file, problem, isFolder, open } of zip.entries()) {
      const segments = file.split('/').filter((segment) => segment !== '' && segment !== '.')
      if (problem) report.refuse(file, problem)
      else if (!isFolder && segments.length > 0) add({ file, segments, open }, name)
    }
  }

  for (const source of sources) {
    if (source.isFolder) {
      for await (const { path, segments, isSkipped: isOther, problem } of walk(source.path)) {
        if (problem) report.refuse(segments.join('/'), problem)
        else if (isOther) report.skip()
        else add({ file: segments.join('/'), segments, open: () => createReadStream(path) }, source.name)
      }
      continue
    }
    await addZip(source).catch((error) => {
      if (!(error instanceof Stopped)) throw error
      report.refuse(source.path, error)
    })
  }

  return {
    /** The account.json of an export, or of something else. */
    manifest,
    folders: [...folders.values()]
      .filter(({ pictures }) => pictures.length > 0)
      .map(sorted)
      .sort(byPath),
    close: () => Promise.all(zips.map((zip) => zip.close())),
  }
}

/** Mostly the same text, which then takes up memory only once. */
function pathOf(file, segments) {
  const path = segments.join('/').normalize('NFC')
  return path === file ? file : path
}

const sorted = (folder) => ({ ...folder, pictures: folder.pictures.sort(byPath) })
const byPath = (one, other) => (one.path < other.path ? -1 : 1)

async function requireSource(path) {
  const stats = await stat(path).catch(() => undefined)
  if (!stats) throw new Misuse(`There's no such file or folder: ${path}`)
  const name = basename(resolve(path))
  return { path, isFolder: stats.isDirectory(), name: stats.isDirectory() ? name : name.replace(/\.zip$/i, '') }
}

const maxMetadataBytes = 2 ** 20

/** Returns undefined if the file is too large, damaged or isn't JSON. */
export async function readJsonFile({ open }) {
  const chunks = []
  let bytes = 0
  try {
    for await (const chunk of open()) {
      bytes += chunk.length
      if (bytes > maxMetadataBytes) return undefined
      chunks.push(chunk)
    }
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch (error) {
    if (error instanceof FileProblem || error instanceof SyntaxError || error.syscall) return undefined
    throw error
  }
}
