import { makeAnimatedRenditions } from './animated-renditions.ts'
import { type Camera, describeCamera } from './camera.ts'
import { decode, openImage } from './decode.ts'
import type { CameraPatch } from './embed-exif.ts'
import { readExif } from './exif.ts'
import { heicToJpeg, makeFullSize, uprightSize } from './full-size.ts'
import { damaged, type ImageFormat, type ImageHeader, ImageRefused } from './image-header.ts'
import { hasAnimatedRenditions, isHeavy, recognize } from './recognize.ts'
import { type EncodedFile, makeRenditions } from './renditions.ts'

export type ImageFacts = {
  format: ImageFormat
  /** The size of the upright image. */
  width: number
  height: number
  takenAt: string | null
  takenOffset: string | null
  camera: Camera | null
  cameraPatch: CameraPatch | null
  /** A data: URL of a few hundred bytes, shown enlarged until the image has loaded. */
  placeholder: string
  isAnimated: boolean
}

export type MadeImage = ImageFacts & {
  /** Smallest first: 480, 960 and 1920 on the longest side, but never larger than the original. */
  renditions: EncodedFile[]
  /** The same sizes with all frames. Empty for still images, and for animations that we can't convert. */
  animated: EncodedFile[]
  full: EncodedFile
}

/**
 * Creates all files of an image. Throws ImageRefused if we can't show the image. Returns undefined if it's heavy and
 * `mayBeHeavy` is false.
 */
export async function prepareImage(
  bytes: Buffer,
  { mayBeHeavy }: { mayBeHeavy: boolean },
): Promise<MadeImage | undefined> {
  const header = recognize(bytes)
  if (isHeavy(header) && !mayBeHeavy) return undefined
  try {
    return await make(header)
  } catch (error) {
    // If the decoder fails, the file is damaged even though its headers looked fine.
    throw error instanceof ImageRefused || error instanceof TypeError ? error : damaged(error)
  }
}

async function make(header: ImageHeader): Promise<MadeImage> {
  const exif = readExif(header.exif)
  const orientation = header.isTurnedByExif ? exif.orientation : 1
  const maxPixels = header.width * header.height
  const bare = header.format === 'heic' ? await heicToJpeg(header) : header.strip()
  const metadata = await openImage(bare, { maxPixels }).metadata()
  const pixels = await decode(bare, { maxPixels, metadata, orientation })
  const format = header.format === 'heic' ? 'jpeg' : header.format
  const isPhoto = format !== 'png' && format !== 'gif'
  const { renditions, placeholder } = await makeRenditions(pixels, isPhoto)
  return {
    format: header.format,
    ...uprightSize(metadata, orientation),
    takenAt: exif.takenAt,
    takenOffset: exif.takenOffset,
    camera: describeCamera(exif.values),
    isAnimated: header.frames > 1,
    placeholder,
    renditions,
    animated: hasAnimatedRenditions(header)
      ? await makeAnimatedRenditions({ bytes: bare, header, isSrgb: !metadata.icc }, renditions)
      : [],
    ...(await makeFullSize({ bytes: bare, format, metadata, orientation }, header, exif.values)),
  }
}
