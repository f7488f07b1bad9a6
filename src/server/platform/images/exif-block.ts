import { exifDirectoryTag, exifTypes, type Rational } from '#shared/exif.ts'
import { type ExifName, type ExifValues, exifNames, exifTags } from './exif-tags.ts'

type Entry = { id: number; type: number; count: number; data: Buffer }

function entryOf(id: number, value: string | number | Rational): Entry {
  if (typeof value === 'string') {
    const data = Buffer.from(`${value}\0`)
    return { id, type: exifTypes.ascii, count: data.length, data }
  }
  if (typeof value === 'number') return { id, type: exifTypes.short, count: 1, data: uint16(value) }
  return { id, type: exifTypes.rational, count: 1, data: Buffer.concat(value.map(uint32)) }
}

function uint16(value: number) {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Writes a directory at `start`: its entries sorted by tag, then the values that don't fit into an entry. */
function writeDirectory(entries: Entry[], start: number): Buffer {
  const lines: Buffer[] = [uint16(entries.length)]
  const rest: Buffer[] = []
  let at = start + 2 + entries.length * 12 + 4
  for (const { id, type, count, data } of entries.toSorted((one, other) => one.id - other.id)) {
    const even = Buffer.concat([data, Buffer.alloc(data.length <= 4 ? 4 - data.length : data.length % 2)])
    const isInline = even.length <= 4
    lines.push(uint16(id), uint16(type), uint32(count), isInline ? even : uint32(at))
    if (isInline) continue
    rest.push(even)
    at += even.length
  }
  return Buffer.concat([...lines, uint32(0), ...rest])
}

/** The block is written from scratch and never copied from the upload, so it can't contain anything unexpected. */
export function writeExif(values: ExifValues): Buffer {
  const entriesIn = (wanted: 'main' | 'exif') =>
    exifNames.flatMap((name: ExifName) => {
      const value = values[name]
      const { directory, id } = exifTags[name]
      return value === undefined || directory !== wanted ? [] : [entryOf(id, value)]
    })
  const header = Buffer.from('4d4d002a00000008', 'hex')
  const main = entriesIn('main')
  const exif = entriesIn('exif')
  if (exif.length === 0) return Buffer.concat([header, writeDirectory(main, header.length)])
  const pointTo = (at: number): Entry => ({ id: exifDirectoryTag, type: exifTypes.long, count: 1, data: uint32(at) })
  const exifAt = header.length + writeDirectory([...main, pointTo(0)], header.length).length
  return Buffer.concat([
    header,
    writeDirectory([...main, pointTo(exifAt)], header.length),
    writeDirectory(exif, exifAt),
  ])
}
