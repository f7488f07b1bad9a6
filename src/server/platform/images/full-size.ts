import sharp, { type Metadata } from 'sharp'
import { hasGoodProfile } from './color-profile.ts'
import { openImage, upright } from './decode.ts'
import { embedExif } from './embed-exif.ts'
import type { ExifValues } from './exif-tags.ts'
import { decodeHeic } from './heic.ts'
import type { ImageFormat, ImageHeader } from './image-header.ts'
import { withProfile } from './jpeg.ts'
import { toFile } from './renditions.ts'

const PHOTO = { quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false } as const

/** Keeps the HEIC's color profile. The result is handled like any other JPEG. */
export async function heicToJpeg({ icc, strip }: ImageHeader) {
  const { width, height, data } = await decodeHeic(strip())
  const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg(PHOTO)
    .toBuffer()
  return icc ? withProfile(jpeg, icc) : jpeg
}

type FullFormat = Exclude<ImageFormat, 'heic'>
type Bare = { bytes: Buffer; format: FullFormat; metadata: Metadata; orientation: number }

/**
 * Returns the stripped file if browsers show it correctly, otherwise re-encodes it upright. Either way, we add the
 * metadata that we keep.
 */
export async function makeFullSize(bare: Bare, header: ImageHeader, kept: ExifValues) {
  const size = uprightSize(bare.metadata, bare.orientation)
  const isAsItCame = isFitToSend(bare, header)
  const { bytes, format } = isAsItCame ? bare : await encodeAgain(bare, header)
  const isTurned = isAsItCame && bare.orientation !== 1
  const { body, cameraPatch } = embedExif(
    { bytes, format, ...size, exifPlace: header.exifPlace },
    isTurned ? { ...kept, orientation: bare.orientation } : kept,
  )
  return { full: toFile('full', format, body, size.width, size.height), cameraPatch }
}

const isFitToSend = ({ bytes, format, metadata, orientation }: Bare, { mustReencode }: ImageHeader) =>
  !mustReencode && (orientation === 1 || format === 'jpeg') && hasGoodProfile(bytes, format, metadata.icc)

async function encodeAgain(
  { bytes, format, metadata, orientation }: Bare,
  { width, height }: ImageHeader,
): Promise<{ bytes: Buffer; format: FullFormat }> {
  const picture = upright(openImage(bytes, { maxPixels: width * height }), orientation)
  if (format === 'png') return { format, bytes: await picture.png().toBuffer() }
  if (format === 'webp' || metadata.hasAlpha) {
    return { format: 'webp', bytes: await picture.webp({ quality: 90, effort: 2 }).toBuffer() }
  }
  return { format: 'jpeg', bytes: await picture.jpeg(PHOTO).toBuffer() }
}

export const uprightSize = ({ width, height }: Metadata, orientation: number) =>
  orientation >= 5 ? { width: height, height: width } : { width, height }
