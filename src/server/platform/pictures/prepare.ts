import { type Camera, describeCamera } from './camera.ts'
import { decode, openPicture } from './decode.ts'
import type { CameraPatch } from './embed-exif.ts'
import { readExif } from './exif.ts'
import { heicToJpeg, makeFull, turned } from './full.ts'
import { makeMovingRenditions } from './moving.ts'
import { damaged, type Outline, type PictureFormat, PictureRefused } from './outline.ts'
import { hasMovingRenditions, isHeavy, recognise } from './recognise.ts'
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
  moving: PictureFile[]
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
  const outline = recognise(bytes)
  if (isHeavy(outline) && !mayBeHeavy) return undefined
  try {
    return await make(outline)
  } catch (error) {
    // Whatever the decoder stumbles over lies in the file: it was well-formed only on the outside.
    throw error instanceof PictureRefused || error instanceof TypeError ? error : damaged(error)
  }
}

async function make(outline: Outline): Promise<MadePicture> {
  const exif = readExif(outline.exif)
  const orientation = outline.isTurnedByExif ? exif.orientation : 1
  const maxPixels = outline.width * outline.height
  const bare = outline.format === 'heic' ? await heicToJpeg(outline) : outline.strip()
  const metadata = await openPicture(bare, { maxPixels }).metadata()
  const pixels = await decode(bare, { maxPixels, metadata, orientation })
  const format = outline.format === 'heic' ? 'jpeg' : outline.format
  const isPhoto = format !== 'png' && format !== 'gif'
  const { renditions, placeholder } = await makeRenditions(pixels, isPhoto)
  return {
    format: outline.format,
    ...turned(metadata, orientation),
    takenAt: exif.takenAt,
    camera: describeCamera(exif.values),
    isAnimated: outline.frames > 1,
    placeholder,
    renditions,
    moving: hasMovingRenditions(outline)
      ? await makeMovingRenditions({ bytes: bare, outline, isSrgb: !metadata.icc }, renditions)
      : [],
    ...(await makeFull({ bytes: bare, format, metadata, orientation }, outline, exif.values)),
  }
}
