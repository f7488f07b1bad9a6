import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'

/** The pixels are upright sRGB with 8 bits per channel. */
export type Pixels = { data: Buffer; info: OutputInfo }

const LARGEST = 1920

export const inside = (size: number) =>
  ({ width: size, height: size, fit: 'inside', withoutEnlargement: true }) as const

type OpenOptions = { maxPixels: number; failOn?: 'warning' | 'error'; animated?: boolean }

/** Our own header parser determines `maxPixels`. A file in which the decoder finds more pixels is rejected. */
export const openImage = (bytes: Buffer, { maxPixels, failOn = 'error', animated = false }: OpenOptions) =>
  sharp(bytes, { failOn, limitInputPixels: maxPixels, animated })

export const openPixels = ({ data, info: { width, height, channels } }: Pixels) =>
  sharp(data, { raw: { width, height, channels } })

export const toPixels = (picture: Sharp): Promise<Pixels> => picture.raw().toBuffer({ resolveWithObject: true })

/** Frees the memory right away, because megabytes of dead pixels would trigger the garbage collector over and over. */
export function release({ data }: Pixels) {
  const { buffer } = data
  if (buffer instanceof ArrayBuffer && buffer.byteLength === data.byteLength) buffer.transfer(0)
}

/** Applies the EXIF orientation. sharp flips before it rotates and, after a resize, rotates the small image. */
export function upright(picture: Sharp, orientation: number): Sharp {
  if ([2, 5, 7].includes(orientation)) picture.flop()
  if (orientation === 4) picture.flip()
  const angle = { 3: 180, 5: 270, 6: 90, 7: 90, 8: 270 }[orientation]
  return angle ? picture.rotate(angle) : picture
}

type DecodeOptions = { maxPixels: number; metadata: Metadata; orientation: number }

/**
 * Treats warnings about missing pixels as errors. All other warnings are about quirks of cameras and editors that every
 * viewer tolerates.
 */
export async function decode(bytes: Buffer, { maxPixels, metadata, orientation }: DecodeOptions): Promise<Pixels> {
  try {
    return await decodeOnce(openImage(bytes, { maxPixels, failOn: 'warning' }), metadata, orientation)
  } catch (error) {
    if (/premature end|Huffman/.test(String(error))) throw error
    return decodeOnce(openImage(bytes, { maxPixels }), metadata, orientation)
  }
}

/**
 * sharp converts colors before it resizes, which is slow for large images. So we keep an RGB profile and apply it to
 * the small image.
 */
async function decodeOnce(picture: Sharp, { icc, space }: Metadata, orientation: number): Promise<Pixels> {
  const small = upright(picture.resize(inside(LARGEST)), orientation)
  if (!icc || (space !== 'srgb' && space !== 'rgb16')) return withoutOpaqueAlpha(await toPixels(small))
  small.keepIccProfile()
  if (isSrgb(icc)) return withoutOpaqueAlpha(await toPixels(small))
  const carried = await small.tiff({ compression: 'none' }).toBuffer()
  return withoutOpaqueAlpha(await toPixels(sharp(carried)))
}

/** Checks the profile's name, because many profiles are just sRGB and don't need a conversion. */
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

/** Screenshots often have an unused alpha channel. Without it, they don't have to be WebP. */
async function withoutOpaqueAlpha(pixels: Pixels): Promise<Pixels> {
  const { channels } = pixels.info
  if (channels % 2 === 1) return pixels
  for (let at = channels - 1; at < pixels.data.length; at += channels) if (pixels.data[at] !== 255) return pixels
  return toPixels(openPixels(pixels).removeAlpha())
}
