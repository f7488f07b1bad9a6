import sharp from 'sharp'

/** What chats and social networks show beside a URL: they cut everything to this shape. */
export const cardSize = { width: 1200, height: 630 } as const

/** The part of a picture that catches the eye: the middle of a portrait is often below the face. */
export const makeCard = (picture: Buffer): Promise<Buffer> =>
  sharp(picture)
    .resize({ ...cardSize, fit: 'cover', position: sharp.strategy.attention })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer()
