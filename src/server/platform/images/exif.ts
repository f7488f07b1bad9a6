import { openTiff, type Rational, readTakenAt } from '#shared/exif.ts'
import { hasMarkup } from './color-profile.ts'
import { type ExifName, type ExifValues, exifNames, exifTags } from './exif-tags.ts'

type Exif = {
  orientation: number
  takenAt: string | null
  /** The time zone that the camera wrote, such as +02:00. */
  takenOffset: string | null
  /** The values that a download can contain besides the orientation. */
  values: Omit<ExifValues, 'orientation'>
}

/** Treats anything unreadable as missing, because damaged EXIF data is harmless. */
export function readExif(block: Buffer | undefined): Exif {
  const { orientation = 1, takenAt, takenAtOffset, ...values } = readValues(block)
  const instant = readTakenAt(takenAt ?? '', takenAtOffset ?? '')
  return {
    orientation: orientation <= 8 ? orientation : 1,
    takenAt: instant?.takenAt ?? null,
    takenOffset: instant?.offset ?? null,
    values: {
      ...values,
      ...(instant && {
        takenAt: `${instant.localDate.replaceAll('-', ':')} ${instant.time}`,
        ...(instant.offset && { takenAtOffset: instant.offset }),
      }),
    },
  }
}

function readValues(block: Buffer | undefined): ExifValues {
  // Some programs add JPEG's prefix in other formats too.
  const tiff = block?.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block
  if (!tiff || !['II*\0', 'MM\0*'].includes(tiff.toString('latin1', 0, 4))) return {}
  const found: Partial<Record<ExifName, unknown>> = {}
  try {
    const directories = openTiff(tiff)
    for (const name of exifNames) {
      const { kind, directory, id } = exifTags[name]
      const value = cleaned(directories[directory][kind](id))
      if (value !== undefined) found[name] = value
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return found as ExifValues
}

/** Returns undefined for zeros and blanks, and for values that no camera writes. */
function cleaned(read: Uint8Array | number | Rational | undefined) {
  const value = read instanceof Uint8Array ? decodeText(read) : read
  if (typeof value === 'number') return value > 0 && value < 0xffff ? value : undefined
  if (typeof value !== 'string') return value && value[0] > 0 && value[1] > 0 ? value : undefined
  const text = value.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return text === '' || hasMarkup(text) ? undefined : text
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The standard requires ASCII, but cameras and programs write UTF-8, and old ones write Latin-1. */
function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
