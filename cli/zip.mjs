import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { crc32 } from './crc32.mjs'
import { FileProblem } from './problems.mjs'
import { readAt, readZipDirectory } from './zip-directory.mjs'

const chunkBytes = 64 * 1024
const maxDepth = 20
const maxRatio = 200
/** Small files can be packed tighter. */
const ratioFreeBytes = 2 ** 20
const localHeader = 0x04034b50

const refused = (code, message) => new FileProblem(code, message)
const damaged = () => refused('DAMAGED', "It's damaged.")

/**
 * Opens a ZIP and checks its directory. Entries are unpacked as a stream, and never written to disk. Throws a `Stopped`
 * if the whole ZIP is refused.
 */
export async function openZip(path) {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const entries = await readZipDirectory(handle, size)
    return {
      entries: entries.map((entry) => ({
        name: entry.name,
        problem: problemOf(entry),
        segments: entry.name.split('/').filter((segment) => segment !== '' && segment !== '.'),
        isFolder: entry.name.endsWith('/'),
        open: () => unpack(handle, entry),
      })),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** The reason to refuse an entry by its name or kind, whatever it contains. */
function problemOf({ name, isLink }) {
  const segments = name.split('/')
  const isOutside = name.startsWith('/') || /^[a-z]:/i.test(name) || segments.includes('..')
  if (name === '' || isOutside || name.includes('\\') || name.includes('\0')) {
    return refused('UNSAFE_NAME', "Its name isn't safe to use.")
  }
  if (isLink) return refused('LINK', "It's a link to another file.")
  const folders = segments.filter((segment) => segment !== '').length - 1
  if (folders > maxDepth) return refused('TOO_DEEP', `It's more than ${maxDepth} folders deep.`)
  return undefined
}

async function* unpack(handle, entry) {
  if (entry.isEncrypted) throw refused('ENCRYPTED', "It's encrypted.")
  if (entry.method !== 0 && entry.method !== 8) throw refused('UNSUPPORTED', "It's packed in an unsupported way.")
  const packed = readPacked(handle, entry)
  let bytes = 0
  let crc = 0
  try {
    for await (const chunk of entry.method === 8 ? inflate(packed) : packed) {
      bytes += chunk.length
      if (bytes > ratioFreeBytes && bytes > maxRatio * entry.packedBytes) {
        throw refused('PACKED_TOO_TIGHTLY', `It's packed more than ${maxRatio} to 1.`)
      }
      crc = crc32(chunk, crc)
      yield chunk
    }
  } catch (error) {
    throw error.code?.startsWith('Z_') ? damaged() : error
  }
  if (bytes !== entry.bytes || crc !== entry.crc) throw damaged()
}

async function* readPacked(handle, { offset, packedBytes, end }) {
  const header = await readAt(handle, offset, 30)
  if (header.readUInt32LE(0) !== localHeader) throw damaged()
  let at = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const last = at + packedBytes
  if (last > end) throw damaged()
  while (at < last) {
    const chunk = await readAt(handle, at, Math.min(chunkBytes, last - at))
    at += chunk.length
    yield chunk
  }
}

function inflate(packed) {
  const inflater = createInflateRaw({ chunkSize: chunkBytes })
  // Errors also end the iteration of the inflater.
  pipeline(Readable.from(packed), inflater).catch(() => {})
  return inflater
}
