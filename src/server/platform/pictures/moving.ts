import { inside, openPicture } from './decode.ts'
import type { Outline } from './outline.ts'
import { type PictureFile, toFile, webpQuality } from './renditions.ts'

/** The rest of a worker's time (`limitMs`) is for what every picture needs. */
const LIMIT_MS = 15_000

type Moving = { bytes: Buffer; outline: Outline; isSrgb: boolean }

/**
 * The same sizes with all frames, their times and their loop count. None where the frames are damaged or take too long: the
 * picture is shown by its first frame then.
 */
export async function makeMovingRenditions(picture: Moving, stills: PictureFile[]): Promise<PictureFile[]> {
  const until = performance.now() + LIMIT_MS
  const moving: PictureFile[] = []
  try {
    for (const { width, height } of stills) {
      const size = Math.max(width, height)
      const seconds = Math.max(1, Math.ceil((until - performance.now()) / 1000))
      const body = isFitToSend(picture, size) ? picture.bytes : await encode(picture, size, seconds)
      moving.push(toFile(`${size}-moving`, 'webp', body, width, height))
    }
    return moving
  } catch {
    return []
  }
}

/** To encode the largest again takes most of the time, and would not make it better. */
const isFitToSend = ({ outline, isSrgb }: Moving, size: number) =>
  outline.format === 'webp' && isSrgb && Math.max(outline.width, outline.height) <= size

const encode = ({ bytes, outline: { width, height, frames } }: Moving, size: number, seconds: number) =>
  openPicture(bytes, { maxPixels: width * height * frames, animated: true })
    .resize(inside(size))
    .timeout({ seconds })
    .webp(webpQuality)
    .toBuffer()
