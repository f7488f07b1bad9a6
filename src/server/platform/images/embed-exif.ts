import { crc32 } from 'node:zlib'
import { writeExif } from './exif-block.ts'
import { type ExifValues, exifNames, exifTags } from './exif-tags.ts'
import type { ExifPlace, ImageFormat } from './image-header.ts'
import { EXIF_PREFIX, segment } from './jpeg.ts'

/** If camera details are shown, these bytes replace the same number of bytes from `at` on. */
export type CameraPatch = { at: number; bytes: Buffer }

/**
 * A file split in two, and a function that writes a block in between. The length of the result depends only on the
 * length of the block.
 */
type Place = { before: Buffer; wrap: (block: Buffer) => Buffer; after: Buffer }

type Picture = {
  bytes: Buffer
  format: ImageFormat
  width: number
  height: number
  exifPlace?: ExifPlace | undefined
}

/**
 * Adds an EXIF block with the values we always keep, without changing the pixels. The camera patch is a block of the
 * same length that also has the camera details. We swap it in while sending, so that the file is stored only once.
 */
export function embedExif(picture: Picture, values: ExifValues): { body: Buffer; cameraPatch: CameraPatch | null } {
  const none = { body: picture.bytes, cameraPatch: null }
  const detailed = writeExif(values)
  const plain = writeExif(withoutCamera(values))
  const place = exifNames.some((name) => values[name] !== undefined) && findPlace(picture, detailed.length)
  if (!place) return none
  const { before, wrap, after } = place
  const hasCamera = detailed.length > plain.length
  const padded = Buffer.concat([plain, Buffer.alloc(detailed.length - plain.length)])
  return {
    body: Buffer.concat([before, wrap(padded), after]),
    cameraPatch: hasCamera ? { at: before.length, bytes: wrap(detailed) } : null,
  }
}

const withoutCamera = (values: ExifValues): ExifValues =>
  Object.fromEntries(exifNames.filter((name) => !exifTags[name].isCamera).map((name) => [name, values[name]]))

/** Returns undefined if the format doesn't support EXIF or there's too little space. */
function findPlace(picture: Picture, length: number): Place | undefined {
  const { bytes, format, exifPlace } = picture
  if (format === 'jpeg') {
    const wrap = (block: Buffer) => segment(0xe1, Buffer.concat([EXIF_PREFIX, block]))
    return { before: bytes.subarray(0, 2), wrap, after: bytes.subarray(2) }
  }
  if (format === 'png') return { before: bytes.subarray(0, PNG_HEAD), wrap: pngChunk, after: bytes.subarray(PNG_HEAD) }
  if (format === 'webp') return inWebp(picture, length)
  return format === 'avif' && exifPlace ? inAvif(bytes, exifPlace, length) : undefined
}

/** The length of the signature and the first chunk, which can't move. */
const PNG_HEAD = 33

function pngChunk(block: Buffer): Buffer {
  const chunk = Buffer.alloc(block.length + 12)
  chunk.writeUInt32BE(block.length, 0)
  chunk.write('eXIf', 4, 'latin1')
  block.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), block.length + 8)
  return chunk
}

const WEBP_HEAD = 12
const WEBP_HAS_EXIF = 0x08
const WEBP_HAS_ALPHA = 0x10

/**
 * Adds the block at the end, as the format requires. A simple file becomes an extended one, whose header announces the
 * block.
 */
function inWebp({ bytes, width, height }: Picture, length: number): Place {
  const wrap = (block: Buffer) => {
    const chunk = Buffer.alloc(8 + block.length + (block.length % 2))
    chunk.write('EXIF', 0, 'latin1')
    chunk.writeUInt32LE(block.length, 4)
    block.copy(chunk, 8)
    return chunk
  }
  const first = bytes.toString('latin1', WEBP_HEAD, WEBP_HEAD + 4)
  const isExtended = first === 'VP8X'
  const extension = Buffer.alloc(isExtended ? 0 : 18)
  if (!isExtended) {
    extension.write('VP8X', 0, 'latin1')
    extension.writeUInt32LE(10, 4)
    extension.writeUInt8(first === 'VP8L' && (bytes.readUInt8(24) & 0x10) !== 0 ? WEBP_HAS_ALPHA : 0, 8)
    extension.writeUIntLE(width - 1, 12, 3)
    extension.writeUIntLE(height - 1, 15, 3)
  }
  const before = Buffer.concat([bytes.subarray(0, WEBP_HEAD), extension, bytes.subarray(WEBP_HEAD)])
  before.writeUInt8(before.readUInt8(20) | WEBP_HAS_EXIF, 20)
  before.writeUInt32LE(before.length - 8 + wrap(Buffer.alloc(length)).length, 4)
  return { before, wrap, after: Buffer.alloc(0) }
}

/** An AVIF item starts with the offset of the block, which is 0. */
const AVIF_DISTANCE = 4

function inAvif(bytes: Buffer, { start, end, typeAt }: ExifPlace, length: number): Place | undefined {
  if (AVIF_DISTANCE + length > end - start) return undefined
  const copy = Buffer.from(bytes)
  copy.write('Exif', typeAt, 'latin1')
  const wrap = (block: Buffer) => {
    const item = Buffer.alloc(end - start)
    block.copy(item, AVIF_DISTANCE)
    return item
  }
  return { before: copy.subarray(0, start), wrap, after: copy.subarray(end) }
}
