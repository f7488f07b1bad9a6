import { readCaptureTime } from '#shared/capture-time.ts'

const orientationTag = 0x0112
const exifDirectoryTag = 0x8769
const dateTimeOriginalTag = 0x9003
const offsetTimeOriginalTag = 0x9011
const prefix = [0x45, 0x78, 0x69, 0x66, 0, 0]

/** `takenOn` is the local date. */
export type ExifFacts = { isTurned: boolean; takenAt: string | null; takenOn: string | null }
const nothing: ExifFacts = { isTurned: false, takenAt: null, takenOn: null }

/** Finds the TIFF block, which follows 'Exif\0\0'. Its position depends on the file format. */
function findTiff(bytes: Uint8Array) {
  for (let at = bytes.indexOf(0x45); at !== -1; at = bytes.indexOf(0x45, at + 1)) {
    const isPrefix = prefix.every((byte, index) => bytes[at + index] === byte)
    const order = bytes[at + 6]
    if (isPrefix && order === bytes[at + 7] && (order === 0x49 || order === 0x4d)) return at + 6
  }
  return undefined
}

/** A simplified version of the server's exif.ts. If any offset is out of bounds, all fields count as missing. */
export function readExifFacts(bytes: Uint8Array): ExifFacts {
  const start = findTiff(bytes)
  if (start === undefined) return nothing
  try {
    return factsOf(new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start))
  } catch (error) {
    if (error instanceof RangeError) return nothing
    throw error
  }
}

function factsOf(tiff: DataView): ExifFacts {
  const isLittle = tiff.getUint8(0) === 0x49
  const uint16 = (at: number) => tiff.getUint16(at, isLittle)
  const uint32 = (at: number) => tiff.getUint32(at, isLittle)

  /** Maps tags to entry offsets. We only read two directories, so a malicious offset can't cause an endless loop. */
  const directoryAt = (start: number) => {
    const count = start > 0 ? uint16(start) : 0
    return new Map(Array.from({ length: count }, (_, index) => start + 2 + index * 12).map((at) => [uint16(at), at]))
  }
  const text = (at: number | undefined) => {
    if (at === undefined) return ''
    const length = Math.min(uint32(at + 4), 32)
    const first = length <= 4 ? at + 8 : uint32(at + 8)
    return String.fromCharCode(...Array.from({ length }, (_, index) => tiff.getUint8(first + index)))
  }

  const main = directoryAt(uint32(4))
  const orientationAt = main.get(orientationTag)
  const isTurned = orientationAt !== undefined && uint16(orientationAt + 8) >= 5
  const exifAt = main.get(exifDirectoryTag)
  const exif = directoryAt(exifAt === undefined ? 0 : uint32(exifAt + 8))
  const captured = readCaptureTime(text(exif.get(dateTimeOriginalTag)), text(exif.get(offsetTimeOriginalTag)))
  return { isTurned, takenAt: captured?.takenAt ?? null, takenOn: captured?.day ?? null }
}
