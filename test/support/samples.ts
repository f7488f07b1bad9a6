import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import type { Picture } from './client.ts'
import { aPicture } from './pictures.ts'

/** The images have different formats and sizes, so concurrent uploads are at different stages. */
export async function somePictures(): Promise<Picture[]> {
  return [
    { fileName: 'small.jpg', bytes: await aPicture({ seed: 2 }).jpeg().toBuffer() },
    { fileName: 'screen.png', bytes: await aPicture({ width: 300, height: 200, seed: 3 }).png().toBuffer() },
    { fileName: 'middle.jpg', bytes: await aPicture({ width: 1000, height: 700, seed: 4 }).jpeg().toBuffer() },
    { fileName: 'middle.webp', bytes: await aPicture({ width: 600, height: 400, seed: 5 }).webp().toBuffer() },
  ]
}

export const aSmallPicture = async (): Promise<Picture> => ({
  fileName: 'small.jpg',
  bytes: await aPicture({ seed: 6 }).jpeg().toBuffer(),
})

/** Noise barely compresses, so this image needs a few MB with all renditions. */
export const aHeavyPicture = () => noise('heavy.jpg', [1400, 1000])

/** This image is about 8 MB, which is more than fits in the socket buffers of a client that doesn't read. */
export const aHugePicture = () => noise('huge.jpg', [3200, 2400])

async function noise(fileName: string, [width, height]: [number, number]): Promise<Picture> {
  const raw = randomFillSync(Buffer.alloc(width * height * 3))
  const picture = sharp(raw, { raw: { width, height, channels: 3 } })
  return { fileName, bytes: await picture.jpeg({ quality: 90 }).toBuffer() }
}
