import sharp from 'sharp'
import { expect, test } from 'vitest'
import { chunksOf, hostileLogos } from '#test/support/hostile-logos.ts'
import { aPicture } from '#test/support/pictures.ts'
import { ImageRefused } from './image-header.ts'
import { makeLogo } from './logo.ts'

test.each(Object.entries(hostileLogos))(
  'a hostile logo is rejected or becomes a plain PNG: %s',
  async (_name, bytes) => {
    const made = await makeLogo(bytes).catch((error) => error)
    if (made instanceof ImageRefused) return
    expect(Buffer.isBuffer(made), String(made)).toBe(true)
    // Only what's needed to draw the pixels, and the resolution, which is always the same.
    expect(chunksOf(made).filter((type) => !['IHDR', 'pHYs', 'IDAT', 'IEND'].includes(type))).toEqual([])
    const { format, width, height, density, exif, xmp, icc } = await sharp(made).metadata()
    expect({ format, density, exif, xmp, icc }).toEqual({ format: 'png' })
    expect(width <= 600 && height <= 200, `${width} x ${height}`).toBe(true)
  },
)

test.each(['png with metadata', 'jpeg with metadata', 'webp with metadata', '16-bit png', 'cmyk jpeg'])(
  '%s is accepted',
  async (name) => expect((await makeLogo(hostileLogos[name] as Buffer)).length).toBeGreaterThan(100),
)

test.each(['svg', 'gif', 'avif', 'tiff', 'animated webp', 'animated png', 'half a png', 'png of a wrong size'])(
  '%s is rejected',
  async (name) => expect(makeLogo(hostileLogos[name] as Buffer)).rejects.toThrow(ImageRefused),
)

test.each(['svg', 'gif', 'avif', 'tiff', 'animated webp', 'text'])('the refusal of %s names what works', async (name) =>
  expect(makeLogo(hostileLogos[name] as Buffer)).rejects.toThrow("it isn't a still PNG, WebP or JPEG image"),
)

test('an upright logo stays upright', async () => {
  const lying = await aPicture({ width: 300, height: 80 }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  expect(await sharp(await makeLogo(lying)).metadata()).toMatchObject({ width: 53, height: 200 })
})
