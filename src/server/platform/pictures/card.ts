import sharp from 'sharp'
import { cardSize } from './outline.ts'

/** The part of a picture that catches the eye: the middle of a portrait is often below the face. */
export const makeCard = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .resize({ ...cardSize, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer()
