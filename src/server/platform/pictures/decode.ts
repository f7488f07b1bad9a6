import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'

/** Pixels in sRGB, 8 bits, upright. */
export type Pixels = { data: Buffer; info: OutputInfo }

const LARGEST = 1920

export const inside = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

type OpenOptions = { maxPixels: number; failOn?: 'warning' | 'error'; animated?: boolean }

/** `maxPixels` is what our own look at the headers found: a decoder that finds more has been lied to, or we have. */
export const openPicture = (bytes: Buffer, { maxPixels, failOn = 'error', animated = false }: OpenOptions) =>
  sharp(bytes, { failOn, limitInputPixels: maxPixels, animated })

export const openPixels = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

export const toPixels = (picture: Sharp): Promise<Pixels> => picture.raw().toBuffer({ resolveWithObject: true })

/** Gives their memory back at once. Left to the garbage collector, megabytes of pixels would set it off again and again. */
export function release({ data }: Pixels) {
  const { buffer } = data
  if (buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength) buffer.transfer(0)
}

/** Turns by EXIF's numbers; sharp flips before it rotates and, asked after a resize, turns the small picture. */
export function upright(picture: Sharp, orientation: number): Sharp {
  if ([2, 5, 7].includes(orientation)) picture.flop()
  if (orientation === 4) picture.flip()
  const angle = { 3: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation]
  return angle ? picture.rotate(angle) : picture
}

type DecodeOptions = { maxPixels: number; metadata: Metadata; orientation: number }

/**
 * The one decode. Of the decoder's warnings those that mean missing pixels count; the others are slips of cameras and
 * editors that every viewer forgives.
 */
export async function decode(bytes: Buffer, { maxPixels, metadata, orientation }: DecodeOptions): Promise<Pixels> {
  try {
    return await decodeOnce(openPicture(bytes, { maxPixels, failOn: 'warning' }), metadata, orientation)
  } catch (error) {
    if (/premature end|Huffman/.test(String(error))) throw error
    return decodeOnce(openPicture(bytes, { maxPixels }), metadata, orientation)
  }
}

/**
 * sharp converts colours before it resizes, which for 12 megapixels costs twice as much as decoding and resizing; so an
 * RGB profile is carried along and applied to the small picture.
 */
async function decodeOnce(picture: Sharp, { icc, space }: Metadata, orientation: number): Promise<Pixels> {
  const small = upright(picture.resize(inside(LARGEST)), orientation)
  if (!icc || (space !== 'srgb' && space !== 'rgb16')) return withoutOpaqueAlpha(await toPixels(small))
  small.keepIccProfile()
  if (isSrgb(icc)) return withoutOpaqueAlpha(await toPixels(small))
  const carried = await small.tiff({ compression: 'none' }).toBuffer()
  return withoutOpaqueAlpha(await toPixels(sharp(carried)))
}

/** Many profiles say, by their name, that the picture is what it would be without them. */
function isSrgb(icc: Buffer): boolean {
  const firstTag = 132
  for (let at = firstTag; at + 12 <= Math.min(icc.length, firstTag + 12 * 100); at += 12) {
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue
    const start = icc.readUInt32BE(at + 4)
    const name = icc.toString('latin1', start, start + Math.min(icc.readUInt32BE(at + 8), 256)).replaceAll('\0', '')
    return /sRGB(?: IEC61966-2\.1)?[^A-Za-z]*$/.test(name)
  }
  return false
}

/** Screenshots have an alpha channel and use none of it; without it they need not be WebP. */
async function withoutOpaqueAlpha(pixels: Pixels): Promise<Pixels> {
  const { channels } = pixels.info
  if (channels % 2 === 1) return pixels
  for (let at = channels - 1; at < pixels.data.length; at += channels) if (pixels.data[at] !== 255) return pixels
  return toPixels(openPixels(pixels).removeAlpha())
}
