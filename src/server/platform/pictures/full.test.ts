import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
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

const { prepare, close } = await createWorkbench()
afterAll(close)

const heic = await readFile(new URL('./fixtures/turned.heic', import.meta.url))
const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer()

describe('the full size', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('of a %s has every pixel as it was', async (type) => {
    const bytes = await withSecrets(quarters(300, 200)).toFormat(type).toBuffer()
    const { full } = await prepare(bytes)
    expect((await pixelsOf(full.body)).equals(await pixelsOf(bytes))).toBe(true)
    expect(full.body.length).toBeLessThan(bytes.length)
  })

  it.each(['gif', 'webp'] as const)('of an animated %s moves, and has a first frame that stands', async (type) => {
    const bytes = await (await animation(4)).toFormat(type, { loop: 3 }).toBuffer()
    const prepared = await prepare(bytes)
    expect(prepared).toMatchObject({ format: type, width: 64, height: 48, isAnimated: true })
    const { pages, loop, delay } = await sharp(bytes, { animated: true }).metadata()
    expect(await sharp(prepared.full.body, { animated: true }).metadata()).toMatchObject({ pages, loop, delay })
    expect((await sharp(prepared.renditions[0]?.body).metadata()).pages ?? 1).toBe(1)
    expect(await distance(prepared.renditions[0]?.body ?? Buffer.alloc(0))).toBeLessThanOrEqual(8)
  })

  it('of a HEIC is a JPEG, upright, in its own colours; its container turns it, not its EXIF data', async () => {
    const prepared = await prepare(heic)
    expect(prepared).toMatchObject({ format: 'heic', width: 64, height: 96, takenAt: '2019-03-21T09:04:22.000Z' })
    expect(prepared.full).toMatchObject({ name: 'full.jpg', contentType: 'image/jpeg', width: 64, height: 96 })
    for (const { body } of filesOf(prepared)) {
      expect(await distance(body, [BLUE, RED, YELLOW, GREEN])).toBeLessThanOrEqual(8)
    }
  })

  it('of a JPEG ends where the picture ends', async () => {
    const jpeg = await quarters(300, 200).jpeg().toBuffer()
    const { full } = await prepare(Buffer.concat([jpeg, Buffer.from('PK\x03\x04 an archive')]))
    expect(full.body.includes('PK')).toBe(false)
    expect(full.body.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
  })
})

describe('no file that is served', () => {
  const FORBIDDEN = ['Exif', 'GPS', 'http://ns.adobe.com/xap', 'Camera', 'Somebody', 'secret place']

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('tells where a %s was taken or by whom', async (type) => {
    const bytes = await withSecrets(quarters(600, 400)).toFormat(type).toBuffer()
    expect(bytes.includes('Camera')).toBe(true)
    const prepared = await prepare(bytes)
    expect(prepared.takenAt).toBe('2021-05-06T05:08:09.000Z')
    for (const { name, body } of filesOf(prepared)) {
      expect(
        FORBIDDEN.filter((word) => body.includes(word)),
        name,
      ).toEqual([])
      const { exif, xmp } = await sharp(body).metadata()
      expect({ exif, xmp }).toEqual({ exif: undefined, xmp: undefined })
    }
  })

  it('tells more about a turned JPEG than how it is turned', async () => {
    const jpeg = await withSecrets(quarters(600, 400)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { full } = await prepare(withSegment(jpeg, 0xfe, Buffer.from('secret place')))
    const { exif, orientation } = await sharp(full.body).metadata()
    expect(orientation).toBe(6)
    expect(exif?.length).toBe(32)
    expect(FORBIDDEN.filter((word) => word !== 'Exif' && full.body.includes(word))).toEqual([])
  })
})
