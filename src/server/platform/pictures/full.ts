import sharp, { type Metadata } from 'sharp'
import { hasGoodProfile } from './colour-profile.ts'
import { openPicture, upright } from './decode.ts'
import { decodeHeic } from './heic.ts'
import { withOrientation, withProfile } from './jpeg.ts'
import type { Outline, PictureFormat } from './outline.ts'
import { type PictureFile, toFile } from './renditions.ts'

const PHOTO = { quality: 90, chromaSubsampling: '4:4:4', optimiseCoding: false } as const

/** HEIC becomes a JPEG in the colours of its own profile, and is a JPEG like any other from there on. */
export async function heicToJpeg({ icc, strip }: Outline) {
  const { width, height, data } = await decodeHeic(strip())
  const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg(PHOTO)
    .toBuffer()
  return icc ? withProfile(jpeg, icc) : jpeg
}

type Bare = { bytes: Buffer; format: Exclude<PictureFormat, 'heic'>; metadata: Metadata; orientation: number }

/** The full size: the stripped file itself wherever a browser shows it as it should, else encoded again, upright. */
export async function makeFull({ bytes, format, metadata, orientation }: Bare, outline: Outline): Promise<PictureFile> {
  const { width, height } = turned(metadata, orientation)
  const isFitToSend = !outline.mustReencode && hasGoodProfile(bytes, format, metadata.icc)
  if (isFitToSend && (orientation === 1 || format === 'jpeg')) {
    const body = format === 'jpeg' ? withOrientation(bytes, orientation) : bytes
    return toFile('full', format, body, width, height)
  }
  const picture = upright(openPicture(bytes, { maxPixels: outline.width * outline.height }), orientation)
  if (format === 'png') return toFile('full', 'png', await picture.png().toBuffer(), width, height)
  if (format === 'webp' || metadata.hasAlpha) {
    return toFile('full', 'webp', await picture.webp({ quality: 90, effort: 2 }).toBuffer(), width, height)
  }
  return toFile('full', 'jpeg', await picture.jpeg(PHOTO).toBuffer(), width, height)
}

export const turned = ({ width, height }: Metadata, orientation: number) =>
  orientation >= 5 ? { width: height, height: width } : { width, height }
