import { readCaptureTime } from '#shared/capture-time.ts'
import { hasMarkup } from './color-profile.ts'
import { EXIF_DIRECTORY, type ExifName, type ExifValues, exifNames, exifTags, type Rational } from './exif-tags.ts'
import { openTiff } from './tiff-reader.ts'

type Exif = {
  orientation: number
  takenAt: string | null
  /** The values that a download can contain besides the orientation. */
  values: Omit<ExifValues, 'orientation'>
}

/**
 * Treats anything unreadable as missing, because damaged EXIF data is harmless. Reads two directories and never follows
 * a chain, so no offset can cause a loop.
 */
export function readExif(block: Buffer | undefined): Exif {
  const { orientation = 1, takenAt, takenAtOffset, ...values } = readValues(block)
  const captured = readCaptureTime(takenAt ?? '', takenAtOffset ?? '')
  return {
    orientation: orientation <= 8 ? orientation : 1,
    takenAt: captured?.takenAt ?? null,
    values: {
      ...values,
      ...(captured && { takenAt: `${captured.day.replaceAll('-', ':')} ${captured.time}` }),
      ...(captured?.offset && { takenAtOffset: captured.offset }),
    },
  }
}

function readValues(block: Buffer | undefined): ExifValues {
  // Some programs add JPEG's prefix in other formats too.
  const tiff = block?.toString('latin1', 0, 6) === 'Exif\0\0' ? block.subarray(6) : block
  if (!tiff || !['II*\0', 'MM\0*'].includes(tiff.toString('latin1', 0, 4))) return {}
  const found: Partial<Record<ExifName, unknown>> = {}
  try {
    const file = openTiff(tiff)
    const main = file.directory(file.uint32(4))
    const directories = { main, exif: file.directory(main.pointer(EXIF_DIRECTORY)) }
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
function cleaned(value: string | number | Rational | undefined) {
  if (typeof value === 'number') return value > 0 && value < 0xffff ? value : undefined
  if (typeof value !== 'string') return value && value[0] > 0 && value[1] > 0 ? value : undefined
  const text = value.replace(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return text === '' || hasMarkup(text) ? undefined : text
}
