import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stateFolder } from './settings.mjs'

/**
 * Remembers what was sent to a link, so that photos deleted in the gallery stay deleted, and files don't have to be
 * read again. A line per file is appended, so a killed process can only lose the last one.
 */
export async function openSentList(server, linkId) {
  const folder = stateFolder()
  const name = createHash('sha256').update(`${server}\n${linkId}`).digest('hex').slice(0, 32)
  const file = join(folder, `watch-${name}.jsonl`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const hashes = new Set()
  const byPath = new Map()
  for (const line of text.split('\n')) {
    const entry = parse(line)
    if (!entry) continue
    hashes.add(entry.sha256)
    byPath.set(entry.path, entry)
  }

  return {
    hasContent: (sha256) => hashes.has(sha256),
    hasFile({ path, size, mtimeMs }) {
      const entry = byPath.get(path)
      return entry?.size === size && entry.mtimeMs === mtimeMs
    },
    async add({ path, size, mtimeMs }, sha256) {
      const entry = { path, size, mtimeMs, sha256 }
      // Start with a line break, in case the last line is incomplete.
      await appendFile(file, `\n${JSON.stringify(entry)}`, { mode: 0o600 })
      hashes.add(sha256)
      byPath.set(path, entry)
    },
  }
}

function parse(line) {
  try {
    const entry = JSON.parse(line)
    return typeof entry.sha256 === 'string' && typeof entry.path === 'string' ? entry : undefined
  } catch {
    return undefined
  }
}
