import sharp from 'sharp'
import { damaged, ImageRefused } from './image-header.ts'
import { recognize, unknownFormat } from './recognize.ts'

const formats = ['png', 'webp', 'jpeg']
const side = { min: 32, max: 8000 }
const maxSize = { width: 600, height: 200 }

export const wrongLogoSize = 'its longer side must be 32 to 8,000 pixels'

const notAccepted = () => new ImageRefused("it isn't a still PNG, WebP or JPEG image")

function readHeader(bytes: Buffer) {
  try {
    return recognize(bytes)
  } catch (error) {
    // Its sentence also lists formats that aren't accepted here.
    throw error instanceof ImageRefused && error.reason === unknownFormat ? notAccepted() : error
  }
}

/** Returns a PNG without metadata. Throws ImageRefused if it isn't a still image in one of the formats. */
export async function makeLogo(bytes: Buffer): Promise<Buffer> {
  const { format, width, height, frames } = readHeader(bytes)
  if (!formats.includes(format) || frames > 1) throw notAccepted()
  const longest = Math.max(width, height)
  if (longest < side.min || longest > side.max) throw new ImageRefused(wrongLogoSize)
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: width * height })
      .autoOrient()
      .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
      .toColorspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Encode only the pixels, because sharp would also keep the resolution.
    return await sharp(data, { raw: info }).png().toBuffer()
  } catch (error) {
    throw damaged(error)
  }
}
