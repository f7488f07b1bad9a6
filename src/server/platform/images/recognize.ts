import { readAvifOrHeic } from './avif.ts'
import { readGif } from './gif.ts'
import { damaged, type ImageHeader, ImageRefused, needsTooMuchMemory } from './image-header.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/** Camera files rarely have more than 100 megapixels, and a phone's HEIC has fewer than 50. */
const MAX_MEGAPIXELS = { jpeg: 100, png: 100, webp: 100, avif: 50, heic: 50, gif: 25 }
/**
 * Row-by-row decoding is cheap at any size, but progressive JPEG, interlaced PNG and above all AVIF have to be held in
 * memory completely. This limit allows a 100-megapixel progressive JPEG, a 50-megapixel HEIC and a 33-megapixel AVIF
 * with 8 bits per channel. It has to be lower than a worker's limit (`maxWorkerBytes`).
 */
const MAX_HELD_BYTES = 640_000_000
/** Above this limit, an image is heavy. Only one heavy image is prepared at a time. */
const LIGHT_HELD_BYTES = 200_000_000
/** Browsers can play this much: 1080p for 20 s at 12 frames per second. */
const MAX_FRAMES = 1_000
const MAX_ANIMATED_PIXELS = 500_000_000
/** Above these limits, renditions show only the first frame. */
const MAX_RENDITION_FRAMES = 300
const MAX_ANIMATED_RENDITION_PIXELS = 100_000_000
/**
 * A progressive JPEG has about ten passes. A thousand empty passes over a large image would take minutes to decode.
 */
const MAX_PASSED_PIXELS = 2_000_000_000

const HEIF_BRANDS = ['avif', 'avis', 'heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']

/** Checks the first bytes before any decoder runs, so that decoders never get other formats. */
function findReader(bytes: Buffer): ((bytes: Buffer) => ImageHeader) | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 3) === '\xff\xd8\xff') return readJpeg
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return readPng
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return readGif
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return readWebp
  if (text(4, 8) === 'ftyp' && HEIF_BRANDS.includes(text(8, 12))) return readAvifOrHeic
  return undefined
}

export const unknownFormat = "it isn't a JPEG, PNG, GIF, WebP, AVIF or HEIC image"

export function recognize(bytes: Buffer): ImageHeader {
  const read = findReader(bytes)
  if (!read) throw new ImageRefused(unknownFormat)
  try {
    const header = read(bytes)
    checkSize(header)
    return header
  } catch (error) {
    // A RangeError means that a header points outside the file. The parsers rely on Buffer to check that.
    throw error instanceof RangeError ? damaged(error) : error
  }
}

function checkSize(header: ImageHeader): void {
  const { format, width, height, frames, passes } = header
  const pixels = width * height
  if (pixels === 0) throw damaged()
  if (pixels > MAX_MEGAPIXELS[format] * 1_000_000) throw new ImageRefused('it has too many pixels')
  if (heldBytes(header) > MAX_HELD_BYTES) throw new ImageRefused(needsTooMuchMemory)
  if (frames > MAX_FRAMES) throw new ImageRefused('it has too many frames')
  if (frames > 1 && frames * pixels > MAX_ANIMATED_PIXELS) throw new ImageRefused('it has too many pixels and frames')
  if (passes * pixels > MAX_PASSED_PIXELS) throw damaged()
}

const heldBytes = ({ width, height, bytesPerPixel }: ImageHeader) => width * height * bytesPerPixel

export const isHeavy = (header: ImageHeader) =>
  heldBytes(header) * (hasAnimatedRenditions(header) ? header.frames : 1) > LIGHT_HELD_BYTES

/** sharp decodes all frames of only these two formats. For an animated PNG, it reads just the first frame. */
export const hasAnimatedRenditions = ({ format, width, height, frames }: ImageHeader) =>
  (format === 'gif' || format === 'webp') &&
  frames > 1 &&
  frames <= MAX_RENDITION_FRAMES &&
  frames * width * height <= MAX_ANIMATED_RENDITION_PIXELS
