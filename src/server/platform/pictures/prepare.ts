import { makeAnimatedRenditions } from './animated-renditions.ts'
import { type Camera, describeCamera } from './camera.ts'
import { decode, openPicture } from './decode.ts'
import type { CameraPatch } from './embed-exif.ts'
import { readExif } from './exif.ts'
import { heicToJpeg, makeFullSize, uprightSize } from './full-size.ts'
import { damaged, type ImageHeader, type PictureFormat, PictureRefused } from './image-header.ts'
import { hasAnimatedRenditions, isHeavy, recognize } from './recognize.ts'
import { makeRenditions, type PictureFile } from './renditions.ts'

/** What is known of a picture besides its files. */
export type PictureFacts = {
  format: PictureFormat
  /** Upright. */
  width: number
  height: number
  takenAt: string | null
  camera: Camera | null
  /** Of the full size. */
  cameraPatch: CameraPatch | null
  /** A data: URL of a few hundred bytes, to be shown large until the picture is there. */
  placeholder: string
  /** Whether the full size moves. */
  isAnimated: boolean
}

export type MadePicture = PictureFacts & {
  /** Smallest first, on the longest side 480, 960 and 1920 but never larger than the picture. */
  renditions: PictureFile[]
  /** The same with all frames; empty where there is one, or too many. */
  animated: PictureFile[]
  /** Full size, with the metadata that are always kept. */
  full: PictureFile
}

/**
 * Makes everything that is kept of a picture. Throws PictureRefused for what is not a picture we can show; undefined where it
 * is heavy and may not be.
 */
export async function preparePicture(
  bytes: Buffer,
  { mayBeHeavy }: { mayBeHeavy: boolean },
): Promise<MadePicture | undefined> {
  const header = recognize(bytes)
  if (isHeavy(header) && !mayBeHeavy) return undefined
  try {
    return await make(header)
  } catch (error) {
    // Whatever the decoder stumbles over lies in the file: it was well-formed only on the outside.
    throw error instanceof PictureRefused || error instanceof TypeError ? error : damaged(error)
  }
}

async function make(header: ImageHeader): Promise<MadePicture> {
  const exif = readExif(header.exif)
  const orientation = header.isTurnedByExif ? exif.orientation : 1
  const maxPixels = header.width * header.height
  const bare = header.format === 'heic' ? await heicToJpeg(header) : header.strip()
  const metadata = await openPicture(bare, { maxPixels }).metadata()
  const pixels = await decode(bare, { maxPixels, metadata, orientation })
  const format = header.format === 'heic' ? 'jpeg' : header.format
  const isPhoto = format !== 'png' && format !== 'gif'
  const { renditions, placeholder } = await makeRenditions(pixels, isPhoto)
  return {
    format: header.format,
    ...uprightSize(metadata, orientation),
    takenAt: exif.takenAt,
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
