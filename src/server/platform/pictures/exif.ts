type Exif = { orientation: number; takenAt: string | null }

const ORIENTATION = 0x0112
const EXIF_DIRECTORY = 0x8769
const DATE_TIME_ORIGINAL = 0x9003
const OFFSET_TIME_ORIGINAL = 0x9011
const ASCII = 2
const SHORT = 3

/**
 * Reads the two facts we keep. A damaged block is harmless damage, so whatever cannot be read is as good as absent.
 * It looks at two directories and never follows a chain, so no offset can make it loop.
 */
export function readExif(block: Buffer | undefined): Exif {
  const found: Exif = { orientation: 1, takenAt: null }
  // Outside JPEG, too, some writers put JPEG's prefix before the TIFF block.
  const tiff = block?.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block
  if (!tiff || !['II*\0', 'MM\0*'].includes(tiff.toString('latin1', 0, 4))) return found
  try {
    const file = openTiff(tiff)
    const main = file.directory(file.uint32(4))
    const orientation = main.short(ORIENTATION)
    if (orientation >= 1 && orientation <= 8) found.orientation = orientation
    const exif = file.directory(main.long(EXIF_DIRECTORY))
    found.takenAt = toInstant(exif.text(DATE_TIME_ORIGINAL), exif.text(OFFSET_TIME_ORIGINAL))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return found
}

function openTiff(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const uint16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const uint32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))

  function directory(start: number) {
    const entries = new Map<number, number>()
    const count = start > 0 ? uint16(start) : 0
    for (let at = start + 2; at < start + 2 + count * 12 && at + 12 <= tiff.length; at += 12)
      entries.set(uint16(at), at)

    return {
      short: (tag: number) => {
        const at = entries.get(tag)
        return at !== undefined && uint16(at + 2) === SHORT ? uint16(at + 8) : 0
      },
      long: (tag: number) => {
        const at = entries.get(tag)
        return at === undefined ? 0 : uint32(at + 8)
      },
      text: (tag: number) => {
        const at = entries.get(tag)
        if (at === undefined || uint16(at + 2) !== ASCII) return ''
        const length = uint32(at + 4)
        const start = length <= 4 ? at + 8 : uint32(at + 8)
        return tiff.toString('latin1', start, start + Math.min(length, 32))
      },
    }
  }
  return { uint32, directory }
}

/** Cameras write local time; without an offset it is taken as UTC, which is at most half a day wrong. */
function toInstant(dateTime: string, offset: string): string | null {
  const parts = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(dateTime)
  if (!parts) return null
  const [, year, month, day, hour, minute, second] = parts
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const asUtc = new Date(`${local}Z`)
  // The 31st of February would roll over silently; and no photograph is older than 1826.
  if (Number.isNaN(asUtc.getTime()) || !asUtc.toISOString().startsWith(local) || Number(year) < 1826) return null
  const zone = /^[+-](?:0\d|1[0-4]):[0-5]\d/.exec(offset)?.[0] ?? 'Z'
  return new Date(`${local}${zone}`).toISOString()
}
