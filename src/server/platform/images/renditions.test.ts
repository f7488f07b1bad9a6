import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { BLUE, corners, distance, GREEN, quarters, RED, YELLOW } from './fixtures/samples.ts'
import { createWorkbench, filesOf } from './fixtures/workbench.ts'
import type { MadeImage } from './prepare.ts'

const { prepare, close } = await createWorkbench()
afterAll(close)

const sizesOf = ({ renditions }: MadeImage) => renditions.map(({ name, width, height }) => [name, width, height])

describe('renditions', () => {
  it('are 480, 960 and 1920 on the longest side, smallest first', async () => {
    const prepared = await prepare(await quarters(2400, 1600).jpeg().toBuffer())
    expect(prepared).toMatchObject({ format: 'jpeg', width: 2400, height: 1600, takenAt: null, isAnimated: false })
    expect(sizesOf(prepared)).toEqual([
      ['480.webp', 480, 320],
      ['960.jpg', 960, 640],
      ['1920.jpg', 1920, 1280],
    ])
    for (const file of filesOf(prepared)) {
      const { format, width, height } = await sharp(file.body).metadata()
      expect({ contentType: `image/${format}`, width, height }).toEqual({
        contentType: file.contentType,
        width: file.width,
        height: file.height,
      })
    }
  })

  it.each([
    [700, ['480.webp', '700.jpg']],
    [480, ['480.webp']],
    [5, ['5.webp']],
  ])("of an image %i pixels high aren't enlarged", async (size, names) => {
    const { renditions } = await prepare(await quarters(3, size).jpeg().toBuffer())
    expect(renditions.map(({ name }) => name)).toEqual(names)
    expect(renditions.at(-1)).toMatchObject({ width: 3, height: size })
  })

  it('of a very long image are at least one pixel high', async () => {
    const { renditions } = await prepare(await quarters(9_000, 2).png().toBuffer())
    expect(renditions.map(({ width, height }) => [width, height])).toEqual([
      [480, 1],
      [960, 1],
      [1920, 1],
    ])
  })

  it('keep transparency as WebP and drop an unused alpha channel', async () => {
    const half = await quarters(600, 400).ensureAlpha(0.5).png().toBuffer()
    const opaque = await quarters(600, 400).ensureAlpha(1).png().toBuffer()
    const prepared = await prepare(half)
    expect(sizesOf(prepared).map(([name]) => name)).toEqual(['480.webp', '600.webp'])
    for (const { body } of filesOf(prepared)) expect((await sharp(body).metadata()).hasAlpha).toBe(true)
    expect(sizesOf(await prepare(opaque)).map(([name]) => name)).toEqual(['480.webp', '600.jpg'])
  })

  it('come with a tiny placeholder in the right colors', async () => {
    const address = (await prepare(await quarters(1200, 800).jpeg().toBuffer())).placeholder
    expect(address).toMatch(/^data:image\/webp;base64,/)
    expect(await distance(Buffer.from(address.split(',')[1] ?? '', 'base64'))).toBeLessThanOrEqual(16)
    const noise = sharp(randomBytes(64 * 64 * 4), { raw: { width: 64, height: 64, channels: 4 } })
    expect((await prepare(await noise.png().toBuffer())).placeholder.length).toBeLessThan(500)
  })
})

describe('an image with EXIF orientation', () => {
  const seen = { 1: [0, 1, 2, 3], 2: [1, 0, 3, 2], 3: [3, 2, 1, 0], 4: [2, 3, 0, 1] }
  const turned = { 5: [0, 2, 1, 3], 6: [2, 0, 3, 1], 7: [3, 1, 2, 0], 8: [1, 3, 0, 2] }

  it.each(Object.entries({ ...seen, ...turned }))('%s becomes upright', async (orientation, order) => {
    const expected = order.map((index) => [RED, GREEN, BLUE, YELLOW][index] ?? RED)
    const size = Number(orientation) >= 5 ? { width: 400, height: 600 } : { width: 600, height: 400 }
    for (const type of ['jpeg', 'png', 'webp'] as const) {
      const picture = quarters(600, 400).withMetadata({ orientation: Number(orientation) })
      const prepared = await prepare(await picture.toFormat(type).toBuffer())
      expect(prepared).toMatchObject(size)
      expect(prepared.full).toMatchObject({ ...size, contentType: `image/${type}` })
      for (const { body } of filesOf(prepared)) expect(await distance(body, expected)).toBeLessThanOrEqual(12)
    }
  })
})

describe('colors', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('of a Display P3 %s are accurate in every file', async (type) => {
    const picture = quarters(600, 400).withIccProfile('p3').toFormat(type, { quality: 95 })
    for (const file of filesOf(await prepare(await picture.toBuffer())))
      expect(await distance(file.body)).toBeLessThanOrEqual(8)
  })

  it("of the renditions don't need a profile, while the full size keeps its own", async () => {
    const { renditions, full } = await prepare(await quarters(600, 400).withIccProfile('p3').jpeg().toBuffer())
    for (const { body } of renditions) expect((await sharp(body).metadata()).icc).toBeUndefined()
    expect((await sharp(full.body).metadata()).icc).toBeDefined()
  })

  it('of a CMYK JPEG become sRGB in every file', async () => {
    const bytes = await quarters(600, 400).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()
    const prepared = await prepare(bytes)
    for (const { body } of filesOf(prepared)) {
      expect((await sharp(body).metadata()).space).toBe('srgb')
      expect(await distance(body, await corners(bytes))).toBeLessThanOrEqual(8)
    }
  })

  it.each([undefined, 'p3'])(
    'of a 16-bit PNG (profile %s) are accurate, and the full size keeps 16 bits',
    async (profile) => {
      const picture = quarters(600, 400).toColourspace('rgb16')
      const { renditions, full } = await prepare(
        await (profile ? picture.withIccProfile(profile) : picture).png().toBuffer(),
      )
      for (const { body } of renditions) expect(await distance(body)).toBeLessThanOrEqual(8)
      expect((await sharp(full.body).metadata()).depth).toBe('ushort')
    },
  )

  it('of a grayscale image stay gray, and those of a palette image are accurate', async () => {
    const gray = await prepare(await quarters(600, 400).greyscale().jpeg().toBuffer())
    const [[red, green] = []] = await corners(gray.renditions[0]?.body ?? Buffer.alloc(0))
    expect(red).toBe(green)
    for (const { body } of filesOf(await prepare(await quarters(600, 400).png({ palette: true }).toBuffer()))) {
      expect(await distance(body)).toBeLessThanOrEqual(8)
    }
  })
})
