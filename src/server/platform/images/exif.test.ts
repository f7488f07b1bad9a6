import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readExif } from './exif.ts'
import { writeExif } from './exif-block.ts'

async function exifOf(date: Record<string, string>, orientation = 1): Promise<Buffer | undefined> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
  const bytes = await picture.withMetadata({ orientation }).withExifMerge({ IFD2: date }).jpeg().toBuffer()
  return (await sharp(bytes).metadata()).exif
}

const takenAt = async (DateTimeOriginal: string, offset?: string) =>
  readExif(await exifOf({ DateTimeOriginal, ...(offset && { OffsetTimeOriginal: offset }) })).takenAt

/** Returns a TIFF header whose first directory is at `offset`, followed by `rest`. */
const tiff = (offset: number, rest: string) =>
  Buffer.from(`4d4d002a${offset.toString(16).padStart(8, '0')}${rest}`, 'hex')

describe('readExif', () => {
  it('assumes UTC for a time without a zone', async () => {
    expect(await takenAt('2021:05:06 07:08:09')).toBe('2021-05-06T07:08:09.000Z')
  })

  it('respects the time zone and ignores an invalid one', async () => {
    expect(await takenAt('2021:05:06 07:08:09', '+02:00')).toBe('2021-05-06T05:08:09.000Z')
    expect(await takenAt('2021:05:06 07:08:09', 'nonsense')).toBe('2021-05-06T07:08:09.000Z')
  })

  it.each(['0000:00:00 00:00:00', '2021:02:30 10:00:00', '2021:13:01 10:00:00', '    :  :     :  :  ', 'yesterday'])(
    'treats the time %s as missing',
    async (nonsense) => {
      expect(await takenAt(nonsense)).toBeNull()
    },
  )

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('reads orientation %i', async (orientation) => {
    expect(readExif(await exifOf({}, orientation)).orientation).toBe(orientation)
  })

  it('reads both byte orders and a block with its JPEG prefix', () => {
    const big = tiff(8, '0001011200030000000100060000')
    const little = Buffer.from('49492a000800000001001201030001000000060000000000', 'hex')
    for (const block of [big, little, Buffer.concat([Buffer.from('Exif\0\0'), big])]) {
      expect(readExif(block).orientation).toBe(6)
    }
  })

  it('treats an unknown orientation as upright', () => {
    expect(readExif(tiff(8, '0001011200030000000100630000')).orientation).toBe(1)
  })

  it('ignores offsets out of bounds, self-references and endless directories', () => {
    for (const block of [
      tiff(0xffffffff, ''),
      tiff(4, ''),
      tiff(8, 'ffff'),
      tiff(8, '000187690004000000010000000800000000'),
    ]) {
      expect(readExif(block)).toEqual({ orientation: 1, takenAt: null, takenOffset: null, values: {} })
    }
  })

  it('reads exactly the values that writeExif writes', () => {
    const values = {
      artist: 'Zoë 写真',
      copyright: '© 2021 Zoë <zoe@example.com>',
      takenAt: '2021:05:06 07:08:09',
      takenAtOffset: '+02:00',
      make: 'X',
      model: 'Mk II',
      exposureTime: [1, 250] as const,
      fNumber: [28, 10] as const,
      iso: 100,
      focalLength: [35, 1] as const,
      focalLengthIn35mm: 52,
      lens: 'XF35mm',
    }
    const block = writeExif({ ...values, orientation: 6 })
    expect(readExif(block)).toEqual({
      orientation: 6,
      takenAt: '2021-05-06T05:08:09.000Z',
      takenOffset: '+02:00',
      values,
    })
  })

  it.each([
    ['markup', 'Me <script>alert(1)</script>', undefined],
    ['only blanks', '   ', undefined],
    ['trailing bytes', 'Me\0serial 4711', 'Me'],
    ['control characters', 'Me\nYou\u202e', 'Me You'],
    ['more than 1000 characters', 'x'.repeat(1001), undefined],
  ])('cleans or drops text with %s', (_, artist, kept) => {
    expect(readExif(writeExif({ artist })).values.artist).toBe(kept)
  })

  it("falls back to Latin-1 if the text isn't valid UTF-8", () => {
    const block = writeExif({ artist: 'Zo__' })
    block.write('Zo\xeb!', block.indexOf('Zo__'), 'latin1')
    expect(readExif(block).values.artist).toBe('Zoë!')
  })

  it('treats zeros and 65535 as missing', () => {
    const nothing = { iso: 0, fNumber: [0, 1] as const, exposureTime: [1, 0] as const, focalLengthIn35mm: 65535 }
    expect(readExif(writeExif(nothing)).values).toEqual({})
  })

  it('never throws', () => {
    const header = fc.constantFrom('MM\0*', 'II*\0').map((text) => Buffer.from(text, 'latin1'))
    fc.assert(
      fc.property(header, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const { orientation } = readExif(Buffer.concat([start, rest]))
        expect(orientation >= 1 && orientation <= 8).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('reads only values that writeExif can write, even from a damaged block', async () => {
    const whole = (await exifOf({ DateTimeOriginal: '2021:05:06 07:08:09', ExposureTime: '1/250' })) ?? Buffer.alloc(0)
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(changes, (changed) => {
        const block = Buffer.from(whole)
        for (const [at, value] of changed) block[at] = value
        const { values } = readExif(block)
        expect(readExif(writeExif(values)).values).toEqual(values)
      }),
      { numRuns: 2_000 },
    )
  })
})
