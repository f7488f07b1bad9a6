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

/** An archive can have 100,000 of them, so they're created only once. */
const problems = {
  unsafeName: refused('UNSAFE_NAME', "Its name isn't safe to use."),
  link: refused('LINK', "It's a link to another file."),
  tooDeep: refused('TOO_DEEP', `It's more than ${maxDepth} folders deep.`),
}

/**
 * Opens a ZIP and checks its directory. Entries are unpacked as a stream, and never written to disk. Throws a `Stopped`
 * if the whole ZIP is refused.
 */
export async function openZip(path) {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const listed = await readZipDirectory(handle, size)
    return {
      /** Lists the entries once, and forgets those that nobody kept. */
      *entries() {
        for (const entry of listed) {
          yield {
            name: entry.name,
            problem: problemOf(entry),
            isFolder: entry.name.endsWith('/'),
            open: () => unpack(handle, entry),
          }
        }
        listed.length = 0
      },
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}

const isUnsafe = /^$|^\/|^[a-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/i

/** The reason to refuse an entry by its name or kind, whatever it contains. */
function problemOf({ name, isLink }) {
  if (isUnsafe.test(name)) return problems.unsafeName
  if (isLink) return problems.link
  let folders = 0
  for (let at = name.indexOf('/'); at >= 0 && at < name.length - 1; at = name.indexOf('/', at + 1)) folders++
  return folders > maxDepth ? problems.tooDeep : undefined
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
