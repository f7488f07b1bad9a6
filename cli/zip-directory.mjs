import { Stopped } from './problems.mjs'

const signatures = { end: 0x06054b50, zip64End: 0x06064b50, zip64Locator: 0x07064b50, entry: 0x02014b50 }
const endBytes = 22
const maxComment = 0xffff
const maxEntries = 100_000
/** Enough for as many entries with long names. The directory is read into memory. */
const maxDirectoryBytes = 48 * 2 ** 20
/** In place of numbers that don't fit. The real ones are in the ZIP64 fields. */
const marker16 = 0xffff
const marker32 = 0xffffffff

export const zipRefused = (message) => new Stopped('ZIP_REFUSED', message)
const unreadable = () => zipRefused("This isn't a ZIP, or it's incomplete.")

/** Reads exactly these bytes, or refuses the file. */
export async function readAt(handle, position, length) {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw unreadable()
    filled += bytesRead
  }
  return bytes
}

/** Lists the entries of a ZIP's central directory, sorted by position. Nothing that they claim is believed yet. */
export async function readZipDirectory(handle, fileBytes) {
  const { offset, length } = await findDirectory(handle, fileBytes)
  if (offset + length > fileBytes) throw unreadable()
  if (length > maxDirectoryBytes) throw zipRefused('The list of files in this ZIP is too large.')
  const entries = parseEntries(await readAt(handle, offset, length))
  entries.sort((one, other) => one.offset - other.offset)
  entries.forEach((entry, index) => {
    entry.end = entries[index + 1]?.offset ?? offset
    if (smallestEnd(entry) > entry.end) throw zipRefused('Files in this ZIP overlap.')
  })
  return entries
}

const smallestEnd = ({ offset, nameBytes, packedBytes }) => offset + 30 + nameBytes + packedBytes

async function findDirectory(handle, fileBytes) {
  const tailBytes = Math.min(fileBytes, endBytes + maxComment)
  const tailAt = fileBytes - tailBytes
  const tail = await readAt(handle, tailAt, tailBytes)
  const at = findEnd(tail)
  const found = { offset: tail.readUInt32LE(at + 16), length: tail.readUInt32LE(at + 12) }
  const isZip64 = found.offset === marker32 || found.length === marker32 || tail.readUInt16LE(at + 10) === marker16
  return isZip64 ? ((await findZip64Directory(handle, tailAt + at)) ?? found) : found
}

function findEnd(tail) {
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== signatures.end) continue
    if (at + endBytes + tail.readUInt16LE(at + 20) <= tail.length) return at
  }
  throw unreadable()
}

/** Returns undefined if there's no ZIP64 record, because a plain ZIP can have exactly 65,535 entries. */
async function findZip64Directory(handle, endAt) {
  if (endAt < 20) return undefined
  const locator = await readAt(handle, endAt - 20, 20)
  if (locator.readUInt32LE(0) !== signatures.zip64Locator) return undefined
  const end = await readAt(handle, safeNumber(locator.readBigUInt64LE(8)), 56)
  if (end.readUInt32LE(0) !== signatures.zip64End) throw unreadable()
  return { offset: safeNumber(end.readBigUInt64LE(48)), length: safeNumber(end.readBigUInt64LE(40)) }
}

function safeNumber(value) {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw unreadable()
  return Number(value)
}

function parseEntries(directory) {
  const entries = []
  let at = 0
  while (at < directory.length) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== signatures.entry) throw unreadable()
    if (entries.length === maxEntries) throw zipRefused('This ZIP contains more than 100,000 files.')
    const end = endOfExtra(directory, at) + directory.readUInt16LE(at + 32)
    if (end > directory.length) throw unreadable()
    entries.push(parseEntry(directory, at))
    at = end
  }
  return entries
}

const endOfName = (directory, at) => at + 46 + directory.readUInt16LE(at + 28)
const endOfExtra = (directory, at) => endOfName(directory, at) + directory.readUInt16LE(at + 30)

const unixHosts = new Set([3, 19])

/** Creates no objects besides the entry, because there can be 100,000. */
function parseEntry(directory, at) {
  const entry = {
    name: decodeName(directory, at + 46, endOfName(directory, at)),
    nameBytes: directory.readUInt16LE(at + 28),
    isEncrypted: (directory.readUInt16LE(at + 8) & 0x2041) !== 0,
    isLink: unixHosts.has(directory[at + 5]) && directory.readUInt32LE(at + 38) >>> 28 === 0xa,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    bytes: directory.readUInt32LE(at + 24),
    packedBytes: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
    /** Where the next entry begins. */
    end: 0,
  }
  if (entry.bytes === marker32 || entry.packedBytes === marker32 || entry.offset === marker32) {
    readWideNumbers(directory.subarray(endOfName(directory, at), endOfExtra(directory, at)), entry)
  }
  return entry
}

/** The ZIP64 field contains only the numbers that don't fit into the entry, in this order. */
function readWideNumbers(extra, entry) {
  const wide = findExtra(extra, 1)
  if (!wide) return
  const missing = ['bytes', 'packedBytes', 'offset'].filter((name) => entry[name] === marker32)
  missing.forEach((name, index) => {
    if (wide.length < index * 8 + 8) throw unreadable()
    entry[name] = safeNumber(wide.readBigUInt64LE(index * 8))
  })
}

function findExtra(extra, id) {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (end > extra.length) return undefined
    if (extra.readUInt16LE(at) === id) return extra.subarray(at + 4, end)
    at = end
  }
  return undefined
}

/** Many programs write UTF-8 without saying so. */
function decodeName(directory, from, to) {
  const name = directory.toString('utf8', from, to)
  return name.includes('\ufffd') ? directory.toString('latin1', from, to) : name
}
