import { inside, openPixels, type Pixels, release, toPixels } from './decode.ts'
import { extensions, type ImageFormat } from './image-header.ts'

export type EncodedFile = { name: string; body: Buffer; contentType: string; width: number; height: number }

const SMALLER_SIZES = [960, 480]
const PLACEHOLDER_SIZE = 16
const MAX_PLACEHOLDER_LENGTH = 500

export const webpQuality = { quality: 78, effort: 2 }

type FileType = Exclude<ImageFormat, 'heic'>

export const toFile = (stem: string, type: FileType, body: Buffer, width: number, height: number): EncodedFile => ({
  name: `${stem}.${extensions[type]}`,
  body,
  contentType: `image/${type}`,
  width,
  height,
})

/**
 * Creates each size from the next larger one, which is cheaper than from the largest, with no visible difference. The
 * pixels can't be used afterwards.
 */
export async function makeRenditions(largest: Pixels, isPhoto: boolean) {
  const renditions: EncodedFile[] = []
  const longest = Math.max(largest.info.width, largest.info.height)
  let pixels = largest
  for (const size of [longest, ...SMALLER_SIZES.filter((size) => size < longest)]) {
    if (size < longest) pixels = await shrink(pixels, size)
    renditions.unshift(await encode(pixels, size, isPhoto))
  }
  return { renditions, placeholder: await makePlaceholder(pixels) }
}

async function shrink(larger: Pixels, size: number): Promise<Pixels> {
  const smaller = await toPixels(openPixels(larger).resize(inside(size)))
  release(larger)
  return smaller
}

/**
 * WebP is smaller than JPEG, but for larger sizes it takes several times as long to encode. JPEG's optimized tables
 * take more time and save hardly anything.
 */
async function encode(pixels: Pixels, size: number, isPhoto: boolean): Promise<EncodedFile> {
  const { width, height, channels } = pixels.info
  const hasAlpha = channels % 2 === 0
  const picture = openPixels(pixels)
  if (hasAlpha || size <= 480) {
    return toFile(`${size}`, 'webp', await picture.webp(webpQuality).toBuffer(), width, height)
  }
  // Chroma subsampling would blur colored text and lines in screenshots.
  const chromaSubsampling = isPhoto ? '4:2:0' : '4:4:4'
  const quality = size > 960 ? 82 : 80
  const body = await picture.jpeg({ quality, chromaSubsampling, optimiseCoding: false }).toBuffer()
  return toFile(`${size}`, 'jpeg', body, width, height)
}

/** 16 pixels are enough to recognize the composition. Lower qualities distort the colors but keep the URL short. */
async function makePlaceholder(pixels: Pixels): Promise<string> {
  const tiny = await shrink(pixels, PLACEHOLDER_SIZE)
  let dataUrl = ''
  for (const quality of [75, 40, 10]) {
    const picture = openPixels(tiny).webp({ quality, alphaQuality: quality, effort: 6, smartSubsample: true })
    dataUrl = `data:image/webp;base64,${(await picture.toBuffer()).toString('base64')}`
    if (dataUrl.length < MAX_PLACEHOLDER_LENGTH) break
  }
  return dataUrl
}
