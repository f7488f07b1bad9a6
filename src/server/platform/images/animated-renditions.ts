import { inside, openImage } from './decode.ts'
import type { ImageHeader } from './image-header.ts'
import { type EncodedFile, toFile, webpQuality } from './renditions.ts'

/** This leaves the rest of the worker's time (`limitMs`) for the renditions that every image needs. */
const LIMIT_MS = 15_000

type Animation = { bytes: Buffer; header: ImageHeader; isSrgb: boolean }

/**
 * Creates the same sizes as `stills`, with all frames, their timing and the loop count. Returns an empty list if the
 * frames are damaged or take too long. Visitors then see the first frame.
 */
export async function makeAnimatedRenditions(picture: Animation, stills: EncodedFile[]): Promise<EncodedFile[]> {
  const until = performance.now() + LIMIT_MS
  const animated: EncodedFile[] = []
  try {
    for (const { width, height } of stills) {
      const size = Math.max(width, height)
      const seconds = Math.max(1, Math.ceil((until - performance.now()) / 1000))
      const body = isFitToSend(picture, size) ? picture.bytes : await encode(picture, size, seconds)
      animated.push(toFile(`${size}-moving`, 'webp', body, width, height))
    }
    return animated
  } catch {
    return []
  }
}

/** The original can serve as the largest size. Encoding it again would take most of the time without improving it. */
const isFitToSend = ({ header, isSrgb }: Animation, size: number) =>
  header.format === 'webp' && isSrgb && Math.max(header.width, header.height) <= size

const encode = ({ bytes, header: { width, height, frames } }: Animation, size: number, seconds: number) =>
  openImage(bytes, { maxPixels: width * height * frames, animated: true })
    .resize(inside(size))
    .timeout({ seconds })
    .webp(webpQuality)
    .toBuffer()
