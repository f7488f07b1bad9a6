import { openTiff, readTakenAt } from '#shared/exif.ts'

const orientationTag = 0x0112
const dateTimeOriginalTag = 0x9003
const offsetTimeOriginalTag = 0x9011
const prefix = [0x45, 0x78, 0x69, 0x66, 0, 0]

export type ExifFacts = { isTurned: boolean; takenAt: string | null; takenOn: string | null }
const nothing: ExifFacts = { isTurned: false, takenAt: null, takenOn: null }

/** Finds the TIFF block, which follows 'Exif\0\0'. Its position depends on the file format. */
function findTiff(bytes: Uint8Array) {
  for (let at = bytes.indexOf(0x45); at !== -1; at = bytes.indexOf(0x45, at + 1)) {
    const isPrefix = prefix.every((byte, index) => bytes[at + index] === byte)
    const order = bytes[at + 6]
    if (isPrefix && order === bytes[at + 7] && (order === 0x49 || order === 0x4d)) return bytes.subarray(at + 6)
  }
  return undefined
}

/** If any offset is out of bounds, all fields count as missing. `takenOn` is the local date. */
export function readExifFacts(bytes: Uint8Array): ExifFacts {
  const tiff = findTiff(bytes)
  if (!tiff) return nothing
  try {
    const { main, exif } = openTiff(tiff)
    const text = (tag: number) => String.fromCharCode(...(exif.text(tag) ?? []))
    const instant = readTakenAt(text(dateTimeOriginalTag), text(offsetTimeOriginalTag))
    return {
      isTurned: (main.number(orientationTag) ?? 1) >= 5,
      takenAt: instant?.takenAt ?? null,
      takenOn: instant?.localDate ?? null,
    }
  } catch (error) {
    if (error instanceof RangeError) return nothing
    throw error
  }
}
