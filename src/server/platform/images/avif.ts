import { type Heif, itemTypeAt, readHeif } from './heif.ts'
import { damaged, type ExifPlace, type ImageHeader, ImageRefused } from './image-header.ts'

const IN_META = new Set(['hdlr', 'pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat', 'dinf', 'grpl'])
const isMetadata = (type: string) => ['Exif', 'mime', 'uri '].includes(type)

/** AVIF and HEIC use the same container and only differ in the codec of their items. */
export function readAvifOrHeic(bytes: Buffer): ImageHeader {
  const heif = readHeif(bytes)
  const has = (type: string) => heif.items.some((item) => item.type === type)
  const format = has('hvc1') ? 'heic' : has('av01') ? 'avif' : undefined
  if (!format) throw new ImageRefused("it's a kind of HEIF image that we can't show")
  return {
    format,
    ...largestPicture(bytes, heif),
    frames: 1,
    passes: 1,
    bytesPerPixel: format === 'heic' ? 12 : isDeep(bytes, heif) ? 26 : 19,
    exif: exifBlock(bytes, heif),
    exifPlace: exifPlace(bytes, heif),
    icc: format === 'heic' ? profile(bytes, heif) : undefined,
    isTurnedByExif: false,
    // Stripping would remove the animation's index, so we keep only the still image of a sequence.
    mustReencode: heif.boxes.some((box) => box.type === 'moov'),
    strip: () => (format === 'heic' ? withOnlyPrimary(blankMetadata(bytes, heif), heif) : blankMetadata(bytes, heif)),
  }
}

function largestPicture(bytes: Buffer, heif: Heif) {
  let largest = { width: 0, height: 0 }
  for (const { body } of heif.properties.filter((box) => box.type === 'ispe')) {
    const [width, height] = [bytes.readUInt32BE(body + 4), bytes.readUInt32BE(body + 8)]
    if (width * height > largest.width * largest.height) largest = { width, height }
  }
  return largest
}

/** Whether the image has more than 8 bits per channel. */
const isDeep = (bytes: Buffer, { properties }: Heif) =>
  properties.some(({ type, body }) => type === 'av1C' && (bytes.readUInt8(body + 2) & 0x40) !== 0)

function exifBlock(bytes: Buffer, heif: Heif): Buffer | undefined {
  const extent = heif.items.find((item) => item.type === 'Exif')?.extents[0]
  if (!extent || extent.end - extent.start < 4) return undefined
  // The item starts with the offset of the TIFF block.
  return bytes.subarray(extent.start + 4 + bytes.readUInt32BE(extent.start), extent.end)
}

/**
 * Returns the position of the EXIF item, if no other item uses its bytes. Our own block is usually shorter, so it fits.
 */
function exifPlace(bytes: Buffer, { boxes, items }: Heif): ExifPlace | undefined {
  const item = items.find(({ type }) => type === 'Exif')
  const [extent, ...more] = item?.extents ?? []
  if (!item || !extent || more.length > 0) return undefined
  const { start, end } = extent
  const isInData = boxes.some((box) => box.type === 'mdat' && box.body <= start && end <= box.end)
  const others = items.filter((other) => other !== item).flatMap(({ extents }) => extents)
  const isShared = others.some((other) => other.start < end && start < other.end)
  return isInData && !isShared ? { start, end, typeAt: itemTypeAt(bytes, item.info) } : undefined
}

function profile(bytes: Buffer, heif: Heif): Buffer | undefined {
  const isProfile = (kind: string) => kind === 'prof' || kind === 'rICC'
  const colr = heif.properties.find(
    ({ type, body }) => type === 'colr' && isProfile(bytes.toString('latin1', body, body + 4)),
  )
  return colr && bytes.subarray(colr.body + 4, colr.end)
}

/**
 * The container is full of file offsets, so no bytes can move. The copy ends with the last box, and has zeros in place
 * of bytes that the image doesn't need. Metadata items get a type that decoders ignore.
 */
function blankMetadata(bytes: Buffer, heif: Heif): Buffer {
  const last = heif.boxes.at(-1)
  if (!last) throw damaged()
  const copy = Buffer.alloc(last.end)
  for (const box of heif.boxes) {
    const isKept = box.type === 'ftyp' || box.type === 'meta'
    bytes.copy(copy, box.start, box.start, isKept ? box.end : box.body)
    if (!isKept && box.type !== 'mdat') copy.write('free', box.start + 4, 'latin1')
  }
  for (const box of heif.metaBoxes.filter(({ type }) => !IN_META.has(type))) {
    copy.write('free', box.start + 4, 'latin1')
    copy.fill(0, box.body, box.end)
  }
  for (const item of heif.items.filter(({ type }) => !isMetadata(type))) {
    for (const { start, end } of item.extents) bytes.copy(copy, start, start, end)
  }
  for (const item of heif.items.filter(({ type }) => isMetadata(type))) {
    for (const { start, end } of item.extents) copy.fill(0, start, end)
    const typeAt = itemTypeAt(bytes, item.info)
    copy.write('skip', typeAt, 'latin1')
    copy.fill(0, typeAt + 4, item.info.end)
  }
  return copy
}

/** The HEIC decoder supports only a few brands, and decodes the first image even if another one is primary. */
function withOnlyPrimary(copy: Buffer, heif: Heif): Buffer {
  copy.write('heic', 8, 'latin1')
  for (const { id, info } of heif.items) {
    const flagsAt = info.body + 3
    copy.writeUInt8(id === heif.primary ? copy.readUInt8(flagsAt) & ~1 : copy.readUInt8(flagsAt) | 1, flagsAt)
  }
  return copy
}
