import type { ImageFormat } from './image-header.ts'

/** An ICC profile consists of a header of this length, the number of tags, and a 12-byte entry per tag. */
const headerBytes = 128
const tagLineBytes = 12
const maxTags = 100

/** Larger profiles are printer tables, and we convert those images anyway. */
const maxBytes = 4 * 1024 * 1024

const classes = new Set(['scnr', 'mntr', 'prtr', 'spac'])
const spaces = new Set(['RGB ', 'GRAY', 'CMYK', 'Lab '])

/** A browser might treat a file that contains this as a web page if it's saved under another name. */
const markup =
  /<(?:!doctype|!--|html|head|body|script|style|svg|iframe|object|embed|img|meta|link|title|table|a |\?xml)/i
export const hasMarkup = (text: string) => markup.test(text)

type Span = { start: number; end: number }

/**
 * Images are served with their profile unchanged, so a profile could smuggle in a web page. The header has to be valid,
 * the length has to match, bytes outside tags have to be zero, and nothing may look like markup.
 */
export function isColorProfile(icc: Buffer): boolean {
  if (icc.length < headerBytes + 4 || icc.length > maxBytes) return false
  const textAt = (at: number) => icc.toString('latin1', at, at + 4)
  if (icc.readUInt32BE(0) !== icc.length || textAt(36) !== 'acsp') return false
  if (!classes.has(textAt(12)) || !spaces.has(textAt(16))) return false
  const tags = readTags(icc)
  return tags !== undefined && hasNoGaps(icc, tags) && !hasMarkup(icc.toString('latin1'))
}

function readTags(icc: Buffer): Span[] | undefined {
  const count = icc.readUInt32BE(headerBytes)
  const tableEnd = headerBytes + 4 + count * tagLineBytes
  if (count === 0 || count > maxTags || tableEnd > icc.length) return undefined
  const spans: Span[] = [{ start: 0, end: tableEnd }]
  for (let at = headerBytes + 4; at < tableEnd; at += tagLineBytes) {
    const start = icc.readUInt32BE(at + 4)
    const end = start + icc.readUInt32BE(at + 8)
    if (start < tableEnd || end > icc.length) return undefined
    spans.push({ start, end })
  }
  return spans
}

function hasNoGaps(icc: Buffer, spans: Span[]): boolean {
  let covered = 0
  for (const { start, end } of [...spans.toSorted((one, other) => one.start - other.start), tailOf(icc)]) {
    if (start > covered && icc.subarray(covered, start).some((byte) => byte !== 0)) return false
    covered = Math.max(covered, end)
  }
  return true
}

const tailOf = (icc: Buffer): Span => ({ start: icc.length, end: icc.length })

type Place = { name: string; read: (bytes: Buffer, at: number) => Buffer }

/** The marker of a profile in each format, and how to read the profile after it. */
const places: Partial<Record<ImageFormat, Place>> = {
  // The name is followed by the chunk number and the chunk count.
  jpeg: { name: 'ICC_PROFILE\0', read: (bytes, at) => bytes.subarray(at + 14, at - 2 + bytes.readUInt16BE(at - 2)) },
  png: { name: 'iCCP', read: (bytes, at) => bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)) },
  webp: { name: 'ICCP', read: (bytes, at) => bytes.subarray(at + 8, at + 8 + bytes.readUInt32LE(at + 4)) },
  avif: { name: 'colrprof', read: (bytes, at) => bytes.subarray(at + 8, at - 4 + bytes.readUInt32BE(at - 4)) },
}

function readPlaces(bytes: Buffer, { name, read }: Place): Buffer[] {
  const found: Buffer[] = []
  for (let at = bytes.indexOf(name, 4, 'latin1'); at >= 0; at = bytes.indexOf(name, at + 1, 'latin1')) {
    found.push(read(bytes, at))
  }
  return found
}

/**
 * Whether an image can be served unchanged, because it has a valid embedded profile or none. Otherwise the image is
 * re-encoded without the profile. `icc` is the profile that the decoder read.
 */
export function hasGoodProfile(bytes: Buffer, format: ImageFormat, icc: Buffer | undefined): boolean {
  const place = places[format]
  const found = place ? readPlaces(bytes, place) : []
  if (!icc) return found.length === 0
  if (!isColorProfile(icc)) return false
  // JPEG splits the profile into chunks. PNG compresses it and adds a name.
  if (format === 'jpeg') return Buffer.concat(found).length === icc.length
  if (format === 'png') return found.length === 1 && found.every((held) => !hasMarkup(held.toString('latin1')))
  return found.every((held) => held.equals(icc))
}
