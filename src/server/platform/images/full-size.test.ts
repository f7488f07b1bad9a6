import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { describeCamera } from './camera.ts'
import { type CameraPatch, embedExif } from './embed-exif.ts'
import { readExif } from './exif.ts'
import {
  animation,
  BLUE,
  distance,
  GREEN,
  quarters,
  RED,
  withSecrets,
  withSegment,
  YELLOW,
} from './fixtures/samples.ts'
import { createWorkbench, filesOf } from './fixtures/workbench.ts'
import { recognize } from './recognize.ts'

const { prepare, close } = await createWorkbench()
afterAll(close)

const heic = await readFile(new URL('./fixtures/turned.heic', import.meta.url))
/** Returns the file as it's sent if the link shows camera details. */
function patched(bytes: Buffer, patch: CameraPatch | null) {
  const copy = Buffer.from(bytes)
  copy.set(patch?.bytes ?? [], patch?.at)
  return copy
}
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe('the full size', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('of a %s keeps every pixel', async (type) => {
    const bytes = await withSecrets(quarters(300, 200)).toFormat(type).toBuffer()
    const { full } = await prepare(bytes)
    expect((await pixelsOf(full.body)).equals(await pixelsOf(bytes))).toBe(true)
  })

  it.each(['gif', 'webp'] as const)('of an animated %s is animated, unlike the first rendition', async (type) => {
    const bytes = await (await animation(4)).toFormat(type, { loop: 3 }).toBuffer()
    const prepared = await prepare(bytes)
    expect(prepared).toMatchObject({ format: type, width: 64, height: 48, isAnimated: true })
    const { pages, loop, delay } = await sharp(bytes, { animated: true }).metadata()
    expect(await sharp(prepared.full.body, { animated: true }).metadata()).toMatchObject({ pages, loop, delay })
    expect((await sharp(prepared.renditions[0]?.body).metadata()).pages ?? 1).toBe(1)
    expect(await distance(prepared.renditions[0]?.body ?? Buffer.alloc(0))).toBeLessThanOrEqual(8)
  })

  it('of a HEIC is an upright JPEG in the same colors', async () => {
    const prepared = await prepare(heic)
    expect(prepared).toMatchObject({ format: 'heic', width: 64, height: 96, takenAt: '2019-03-21T09:04:22.000Z' })
    expect((await exifOf(prepared.full.body)).values.takenAt).toBe('2019:03:21 11:04:22')
    expect(prepared.full).toMatchObject({ name: 'full.jpg', contentType: 'image/jpeg', width: 64, height: 96 })
    for (const { body } of filesOf(prepared)) {
      expect(await distance(body, [BLUE, RED, YELLOW, GREEN])).toBeLessThanOrEqual(8)
    }
  })

  it('of a JPEG has no trailing data', async () => {
    const jpeg = await quarters(300, 200).jpeg().toBuffer()
    const { full } = await prepare(Buffer.concat([jpeg, Buffer.from('PK\x03\x04 an archive')]))
    expect(full.body.includes('PK')).toBe(false)
    expect(full.body.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  })

  it('of a JPEG has no comment and no unreadable EXIF block', async () => {
    const jpeg = await quarters(600, 400).jpeg().toBuffer()
    const damaged = withSegment(jpeg, 0xe1, Buffer.from('Exif\0\0MM\0*\0\0\0\x08\0\x09secret'))
    const { full } = await prepare(withSegment(damaged, 0xfe, Buffer.from('secret place')))
    expect(full.body.equals(jpeg)).toBe(true)
  })
})

describe('no served file', () => {
  const FORBIDDEN = ['GPS', 'http://ns.adobe.com/xap', 'secret', 'Camera', 'Lens of mine']

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'reveals where a %s was taken or with what camera',
    async (type) => {
      const bytes = await withSecrets(quarters(600, 400)).toFormat(type).toBuffer()
      expect(bytes.includes('Camera')).toBe(true)
      const prepared = await prepare(bytes)
      for (const { name, body } of filesOf(prepared)) {
        expect(
          FORBIDDEN.filter((word) => body.includes(word)),
          name,
        ).toEqual([])
        expect((await sharp(body).metadata()).xmp).toBeUndefined()
      }
      for (const { body } of prepared.renditions) expect((await sharp(body).metadata()).exif).toBeUndefined()
    },
  )
})

const exifOf = async (bytes: Buffer) => readExif((await sharp(bytes).metadata()).exif)
const always = {
  artist: 'Zoe',
  copyright: 'Somebody',
  takenAt: '2021:05:06 07:08:09',
  takenAtOffset: '+02:00',
}

describe('the full size includes', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'the time, artist and copyright of a %s, and with the patch its camera details',
    async (type) => {
      const bytes = await withSecrets(quarters(300, 200)).toFormat(type).toBuffer()
      const { full, cameraPatch, takenAt, camera } = await prepare(bytes)
      expect(takenAt).toBe('2021-05-06T05:08:09.000Z')
      expect((await exifOf(full.body)).values).toEqual(always)
      expect(await distance(full.body)).toBeLessThanOrEqual(8)

      const detailed = patched(full.body, cameraPatch)
      expect(detailed.length).toBe(full.body.length)
      expect((await exifOf(detailed)).values).toEqual({
        ...always,
        make: 'Camera',
        model: 'Camera II',
        exposureTime: [1, 250],
        fNumber: [28, 10],
        iso: 100,
        focalLength: [35, 1],
        lens: 'Lens of mine',
      })
      expect(await distance(detailed)).toBeLessThanOrEqual(8)
      expect(camera).toEqual({
        make: 'Camera',
        model: 'Camera II',
        lens: 'Lens of mine',
        exposure: '1/250 s, f/2.8, ISO 100, 35 mm',
      })
    },
  )

  it.each([3, 6, 8])('the orientation of a JPEG with orientation %i', async (orientation) => {
    const jpeg = await withSecrets(quarters(300, 200)).withMetadata({ orientation }).jpeg().toBuffer()
    const { full, cameraPatch } = await prepare(jpeg)
    for (const body of [full.body, patched(full.body, cameraPatch)]) {
      expect(await exifOf(body)).toMatchObject({ orientation, values: always })
    }
    expect((await pixelsOf(full.body)).equals(await pixelsOf(jpeg))).toBe(true)
  })

  it.each(['png', 'webp'] as const)('the time, artist and copyright of a rotated %s', async (type) => {
    const bytes = await withSecrets(quarters(300, 200)).withMetadata({ orientation: 6 }).toFormat(type).toBuffer()
    const { full, cameraPatch } = await prepare(bytes)
    expect(full).toMatchObject({ width: 200, height: 300 })
    for (const body of [full.body, patched(full.body, cameraPatch)]) {
      expect(await exifOf(body)).toMatchObject({ orientation: 1, values: always })
      expect(await sharp(body).metadata()).toMatchObject({ format: type, width: 200, height: 300 })
    }
  })

  it.each([true, false])(
    'the time, artist and copyright of a lossless WebP (transparent: %s)',
    async (isTransparent) => {
      const background = { r: 1, g: 2, b: 3, alpha: 0.5 }
      const source = isTransparent
        ? quarters(30, 20)
            .ensureAlpha()
            .composite([
              {
                input: await sharp({ create: { width: 30, height: 20, channels: 4, background } })
                  .png()
                  .toBuffer(),
                blend: 'dest-in',
              },
            ])
        : quarters(30, 20)
      const simple = await source.webp({ lossless: true }).toBuffer()
      const { body } = embedExif({ bytes: simple, format: 'webp', width: 30, height: 20 }, always)
      expect(await sharp(body).metadata()).toMatchObject({ width: 30, height: 20, hasAlpha: isTransparent })
      expect((await exifOf(body)).values).toEqual(always)
      expect((await pixelsOf(body)).equals(await pixelsOf(simple))).toBe(true)
    },
  )

  it("no EXIF block if there's too little space", async () => {
    const avif = await withSecrets(quarters(30, 20)).avif({ effort: 0 }).toBuffer()
    const { exifPlace = { start: 0, end: 0, typeAt: 0 }, strip } = recognize(avif)
    const bytes = strip()
    const narrow = { ...exifPlace, end: exifPlace.start + 40 }
    const picture = { bytes, format: 'avif', width: 30, height: 20 } as const
    expect(embedExif({ ...picture, exifPlace: narrow }, always)).toEqual({ body: bytes, cameraPatch: null })
    expect(embedExif({ ...picture, exifPlace }, always).body.length).toBe(bytes.length)
  })

  it('no EXIF block if the image has no metadata', async () => {
    const jpeg = await quarters(300, 200).jpeg().toBuffer()
    const prepared = await prepare(jpeg)
    expect(prepared.full.body.equals(jpeg)).toBe(true)
    expect(prepared).toMatchObject({ camera: null, cameraPatch: null, takenAt: null })
  })
})

describe('the exposure', () => {
  it.each([
    [[1, 250], '1/250 s'],
    [[10, 600], '1/60 s'],
    [[1, 4], '1/4 s'],
    [[3, 10], '0.3 s'],
    [[16, 10], '1.6 s'],
    [[30, 1], '30 s'],
  ] as const)('of %j is %s', (exposureTime, said) => {
    expect(describeCamera({ exposureTime })?.exposure).toBe(said)
  })

  it('only lists the known values', () => {
    expect(describeCamera({ fNumber: [80, 10], focalLength: [425, 100] })?.exposure).toBe('f/8, 4.3 mm')
    expect(describeCamera({ lens: '50 mm' })).toEqual({ make: null, model: null, lens: '50 mm', exposure: null })
    expect(describeCamera({ artist: 'Zoë' })).toBeNull()
  })
})
