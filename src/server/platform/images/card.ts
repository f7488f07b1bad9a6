import sharp from 'sharp'
import { cardSize } from './image-header.ts'

/** The point to keep visible when cropping. Each coordinate is from 0 to 1, starting at the top left. */
export type FocalPoint = { x: number; y: number }

/**
 * Crops around the focal point, or else around the most interesting part. The middle of a portrait is often below the
 * face.
 */
export const makeCard = async (picture: Buffer, focus: FocalPoint | null): Promise<Buffer> =>
  (focus ? (await cropAround(picture, focus)).resize(cardSize) : sharp(picture).resize(bySight))
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer()

const bySight = { ...cardSize, fit: 'cover', position: sharp.strategy.attention } as const

/** Works like CSS `object-fit: cover` with `object-position`, so that a card matches the app. */
async function cropAround(picture: Buffer, { x, y }: FocalPoint) {
  const image = sharp(picture)
  const { width = 1, height = 1 } = await image.metadata()
  const scale = Math.min(width / cardSize.width, height / cardSize.height)
  const part = {
    width: Math.max(1, Math.round(cardSize.width * scale)),
    height: Math.max(1, Math.round(cardSize.height * scale)),
  }
  return image.extract({
    ...part,
    left: Math.round((width - part.width) * x),
    top: Math.round((height - part.height) * y),
  })
}
