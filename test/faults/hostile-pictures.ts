import { randomFillSync } from 'node:crypto'
import sharp from 'sharp'
import { pngChunk } from '#server/platform/pictures/fixtures/samples.ts'
import type { Picture } from './client.ts'

/** A first frame header of 16,000 x 16,000 pixels, by which decoders go, and a small one behind it; 3 MB of nothing between. */
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

/** Every checksum is right, and half of the pixels are missing: only decoding it shows the damage. */
export async function aDamagedPng(): Promise<Picture> {
  const whole = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const data = whole.indexOf('IDAT')
  const half = pngChunk('IDAT', whole.subarray(data + 4, data + 4 + whole.readUInt32BE(data - 4) / 2))
  const bytes = Buffer.concat([whole.subarray(0, data - 4), half, whole.subarray(whole.indexOf('IEND') - 4)])
  return { fileName: 'damaged.png', bytes }
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })

/** Small files that take much memory: 50 megapixels each. */
export async function hugePictures(): Promise<Picture[]> {
  const avif = await flat(8000, 6200).removeAlpha().avif({ effort: 0, quality: 30 }).toBuffer()
  const png = await flat(9000, 8000).toColourspace('rgb16').png({ progressive: true }).toBuffer()
  return [
    { fileName: 'huge.avif', bytes: avif },
    { fileName: 'interlaced.png', bytes: png },
  ]
}

/** It says that its colours have 8 bits, which would just be taken, and has 10: its worker outgrows its bound. */
export async function anUnderstatedAvif(): Promise<Picture> {
  const bytes = await flat(6500, 5050).removeAlpha().avif({ effort: 0, quality: 30, bitdepth: 10 }).toBuffer()
  const depthAt = bytes.indexOf('av1C') + 6
  bytes.writeUInt8(bytes.readUInt8(depthAt) & ~0x40, depthAt)
  return { fileName: 'understated.avif', bytes }
}

/** Takes a good part of a second to prepare. */
export async function aSlowPicture(): Promise<Picture> {
  const [width, height] = [3000, 2000]
  const raw = randomFillSync(Buffer.alloc(width * height * 3))
  const picture = sharp(raw, { raw: { width, height, channels: 3 } })
  return { fileName: 'slow.jpg', bytes: await picture.jpeg({ quality: 75 }).toBuffer() }
}
