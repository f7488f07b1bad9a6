import { randomFillSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { constants, deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk } from '#server/platform/images/fixtures/samples.ts'
import type { Picture } from '#test/support/client.ts'

/**
 * The first frame header claims 16,000 x 16,000 pixels, which decoders trust. A second one, after 3 MB of filler and
 * the scans, has a small size.
 */
export async function aLyingJpeg(): Promise<Picture> {
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#357' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const frameAt = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  const scanAt = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  const frame = Buffer.from(jpeg.subarray(frameAt, frameAt + 2 + jpeg.readUInt16BE(frameAt + 2)))
  const large = Buffer.from(frame)
  large.writeUInt16BE(16_000, 5)
  large.writeUInt16BE(16_000, 7)
  const scans = Buffer.concat(Array.from({ length: 200 }, () => jpeg.subarray(scanAt, -2)))
  const padding = Buffer.alloc(3_000_000 - (3_000_000 % 2))
  const comments = Array.from({ length: 46 }, (_, index) =>
    comment(padding.subarray(index * 65_000, index * 65_000 + 65_000)),
  )
  const parts = [jpeg.subarray(0, frameAt), large, ...comments, jpeg.subarray(frameAt + frame.length, scanAt), scans]
  return { fileName: 'lying.jpg', bytes: Buffer.concat([...parts, frame, jpeg.subarray(-2)]) }
}

function comment(payload: Buffer) {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

/** All checksums are valid, but half the image data is missing, which is only noticed when it's decoded. */
export async function aDamagedPng(): Promise<Picture> {
  const whole = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const data = whole.indexOf('IDAT')
  const half = pngChunk('IDAT', whole.subarray(data + 4, data + 4 + whole.readUInt32BE(data - 4) / 2))
  const bytes = Buffer.concat([whole.subarray(0, data - 4), half, whole.subarray(whole.indexOf('IEND') - 4)])
  return { fileName: 'damaged.png', bytes }
}

/** The fixtures are checked in because encoding them takes many seconds. See `fixtures/README.md`. */
const readFixture = async (fileName: string): Promise<Picture> => ({
  fileName,
  bytes: await readFile(new URL(`./fixtures/${fileName}`, import.meta.url)),
})

/** Small files that need a lot of memory, because they have about 50 megapixels or more. */
export const hugePictures = async (): Promise<Picture[]> => [
  await readFixture('huge.avif'),
  { fileName: 'interlaced.png', bytes: anInterlacedPng(9000, 8000) },
]

/** The file claims 8 bits per channel, which would just fit in memory, but has 10, so its worker exceeds the limit. */
export const anUnderstatedAvif = () => readFixture('understated.avif')

const bytesPerPixel = 8
/** PNG's seven interlacing passes. */
const passes = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

/** Returns a 16-bit PNG of transparent black, assembled by hand because encoding it would take far longer. */
function anInterlacedPng(width: number, height: number) {
  const lengths = passes.map(({ x, y, stepX, stepY }) => {
    const rowBytes = 1 + Math.ceil((width - x) / stepX) * bytesPerPixel
    return Math.ceil((height - y) / stepY) * rowBytes
  })
  const length = lengths.reduce((sum, each) => sum + each, 0)
  const header = Buffer.from('00000000000000001006000001', 'hex')
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflatedZeros(length)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Compresses zeros in zlib format. The same block can be repeated, because it doesn't refer to earlier data. */
function deflatedZeros(length: number) {
  const piece = Buffer.alloc(1024 * 1024)
  const packed = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH })
  const count = Math.floor(length / piece.length)
  const rest = deflateRawSync(piece.subarray(0, length % piece.length))
  const checksum = Buffer.alloc(4)
  checksum.writeUInt16BE(length % 65_521, 0)
  checksum.writeUInt16BE(1, 2)
  return Buffer.concat([Buffer.from([0x78, 0x01]), ...Array.from({ length: count }, () => packed), rest, checksum])
}

/** The server needs most of a second to process this image. */
export async function aSlowPicture(): Promise<Picture> {
  const [width, height] = [3000, 2000]
  const raw = randomFillSync(Buffer.alloc(width * height * 3))
  const picture = sharp(raw, { raw: { width, height, channels: 3 } })
  return { fileName: 'slow.jpg', bytes: await picture.jpeg({ quality: 75 }).toBuffer() }
}
