import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { animation, gifOfFrames, pngChunk, pngOfSize, quarters, withSegment } from './fixtures/samples.ts'
import { recognize } from './recognize.ts'

const text = (content: string) => Buffer.from(content, 'latin1')
const JXL = Buffer.from('0000000c4a584c200d0a870a', 'hex')
const heic = await readFile(new URL('./fixtures/turned.heic', import.meta.url))

const small = {
  jpeg: await quarters(40, 30).jpeg().toBuffer(),
  png: await quarters(40, 30).png().toBuffer(),
  gif: await quarters(40, 30).gif().toBuffer(),
  webp: await quarters(40, 30).webp().toBuffer(),
  avif: await quarters(40, 30).avif().toBuffer(),
}

/** Measures CPU time, so a busy machine doesn't fail the test. */
function quickly<T>(action: () => T): T {
  const start = process.threadCpuUsage()
  try {
    return action()
  } finally {
    const { user, system } = process.threadCpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(1_000)
  }
}

describe('recognize', () => {
  it.each(Object.entries(small))('identifies %s by its bytes and reads its size from the header', (format, bytes) => {
    expect(recognize(bytes)).toMatchObject({ format, width: 40, height: 30, frames: 1 })
  })

  it('identifies HEIC, even with the generic brand', () => {
    const general = Buffer.from(heic)
    general.write('mif1', 8, 'latin1')
    expect(recognize(heic)).toMatchObject({ format: 'heic', width: 96, height: 64 })
    expect(recognize(general).format).toBe('heic')
  })

  it.each([
    ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['HTML', text('<!doctype html><script>alert(1)</script>')],
    ['a PDF', text('%PDF-1.7\n')],
    ['a little-endian TIFF', text('II*\0\x08\0\0\0')],
    ['a BMP', text('BM\x46\0\0\0')],
    ['a JPEG XL', JXL],
    ['a video', text('\0\0\0\x18ftypmp42\0\0\0\0')],
    ['a RIFF audio file', text('RIFF\x24\0\0\0WAVEfmt ')],
    ['an empty file', Buffer.alloc(0)],
  ])('rejects %s', (_, bytes) => {
    expect(() => recognize(bytes)).toThrow("it isn't a JPEG, PNG, GIF, WebP, AVIF or HEIC image")
  })

  it('rejects 60,000 × 60,000 pixels quickly', () => {
    expect(() => quickly(() => recognize(pngOfSize(60_000, 60_000)))).toThrow('it has too many pixels')
    expect(recognize(pngOfSize(10_000, 10_000)).width).toBe(10_000)
  })

  it('rejects a JPEG with a second frame header', () => {
    const frame = Buffer.from('083e803e80' + '03011100021100031100', 'hex')
    expect(() => recognize(withSegment(small.jpeg, 0xc2, frame))).toThrow("it's damaged")
  })

  it('rejects images that need too much memory, but accepts large camera files', async () => {
    const progressive = await quarters(40, 30).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
    const cmyk = await quarters(40, 30).toColourspace('cmyk').jpeg({ progressive: true }).toBuffer()
    const jpegOf = (jpeg: Buffer, width: number, height: number) => {
      const copy = Buffer.from(jpeg)
      const at = copy.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc2].includes(copy[index + 1] ?? 0))
      copy.writeUInt16BE(height, at + 5)
      copy.writeUInt16BE(width, at + 7)
      return copy
    }
    const avifOf = (width: number, height: number) => {
      const copy = Buffer.from(small.avif)
      for (let at = copy.indexOf('ispe'); at > 0; at = copy.indexOf('ispe', at + 1)) {
        copy.writeUInt32BE(width, at + 8)
        copy.writeUInt32BE(height, at + 12)
      }
      return copy
    }
    const interlaced = pngOfSize(10_000, 8_000)
    interlaced.set([16, 6, 0, 0, 1], 24)
    interlaced.writeUInt32BE(crc32(interlaced.subarray(12, 29)), 29)

    const sentence = 'it needs too much memory to decode'
    expect(() => recognize(avifOf(8_000, 6_000))).toThrow(sentence)
    expect(() => recognize(interlaced)).toThrow(sentence)
    expect(() => recognize(jpegOf(cmyk, 10_000, 10_000))).toThrow(sentence)
    for (const bytes of [
      avifOf(6_000, 4_000),
      jpegOf(small.jpeg, 10_000, 10_000),
      jpegOf(progressive, 10_000, 10_000),
      pngOfSize(10_000, 10_000),
    ]) {
      expect(recognize(bytes).width).toBeGreaterThanOrEqual(6_000)
    }
  })

  it('rejects 20,000 frames quickly', () => {
    expect(() => quickly(() => recognize(gifOfFrames(20_000)))).toThrow('it has too many frames')
    expect(recognize(gifOfFrames(1_000)).frames).toBe(1_000)
  })

  it('rejects an animation whose frames have too many pixels in total', () => {
    const gif = gifOfFrames(50)
    gif.writeUInt16LE(4_000, 6)
    gif.writeUInt16LE(4_000, 8)
    expect(() => recognize(gif)).toThrow('it has too many pixels and frames')
  })

  it('measures a GIF by its largest frame, not just its canvas', () => {
    const gif = gifOfFrames(1)
    gif.writeUInt16LE(60_000, gif.indexOf(0x2c) + 5)
    gif.writeUInt16LE(60_000, gif.indexOf(0x2c) + 7)
    expect(() => recognize(gif)).toThrow('it has too many pixels')
  })

  it('counts the frames of a WebP', async () => {
    expect(recognize(await (await animation(3)).webp().toBuffer()).frames).toBe(3)
  })

  it('rejects a JPEG with too many passes and a PNG with too many chunks', async () => {
    const jpeg = await quarters(2_000, 2_000).jpeg({ progressive: true }).toBuffer()
    const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const passes = Array.from({ length: 600 }, () => lastScan)
    const endless = Buffer.concat([jpeg.subarray(0, -2), ...passes, jpeg.subarray(-2)])
    expect(() => quickly(() => recognize(endless))).toThrow("it's damaged")

    const empty = Array.from({ length: 100_000 }, () => pngChunk('IDAT', Buffer.alloc(0)))
    const crumbs = Buffer.concat([small.png.subarray(0, 33), ...empty, small.png.subarray(33)])
    expect(() => quickly(() => recognize(crumbs))).toThrow("it's damaged")
  })

  it.each(Object.entries({ ...small, heic }))('rejects a truncated %s', (_, bytes) => {
    for (let cut = 16; cut < bytes.length - 1; cut += Math.ceil(bytes.length / 150)) {
      expect(() => recognize(bytes.subarray(0, cut)).strip(), `${cut} of ${bytes.length}`).toThrow("it's damaged")
    }
  })

  it.each(Object.entries(small))('removes trailing data from a %s', (_, bytes) => {
    const tail = text('PK\x03\x04 and a whole archive')
    expect(recognize(Buffer.concat([bytes, tail])).strip()).toEqual(recognize(bytes).strip())
    expect(recognize(bytes).strip().length).toBeLessThanOrEqual(bytes.length)
  })

  it("rejects a PNG whose pixels don't match their checksum", () => {
    const flipped = Buffer.from(small.png)
    const at = flipped.indexOf('IDAT') + 8
    flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at)
    expect(() => recognize(flipped)).toThrow("it's damaged")
  })

  it('ignores the end marker of an EXIF thumbnail', () => {
    const thumbnail = Buffer.concat([text('Exif\0\0MM\0*\0\0\0\x08'), small.jpeg])
    expect(recognize(withSegment(small.jpeg, 0xe1, thumbnail)).strip()).toEqual(recognize(small.jpeg).strip())
  })

  it("removes the script from a GIF that's also a web page", () => {
    const comment = text('!\xfe\x19<script>alert(1)</script>\0')
    const polyglot = Buffer.concat([small.gif.subarray(0, 13), small.gif.subarray(13, -1), comment, text(';<html>')])
    const stripped = recognize(polyglot).strip()
    expect(stripped.includes('<')).toBe(false)
    expect(stripped).toEqual(recognize(small.gif).strip())
  })
})
