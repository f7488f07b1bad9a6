import { addPiece, damaged, type ImageHeader, ImageRefused } from './image-header.ts'

const END = Buffer.from([0xff, 0xd9])
export const EXIF_PREFIX = Buffer.from('Exif\0\0', 'latin1')
const ICC = Buffer.from('ICC_PROFILE\0', 'latin1')
/** The largest payload of a segment without its length and the chunk header. */
const ICC_CHUNK = 65_519
const PROGRESSIVE = 0xc2

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const isTable = (marker: number) => [0xc4, 0xdb, 0xdc, 0xdd].includes(marker)
const startsWith = (bytes: Buffer, prefix: Buffer) => bytes.subarray(0, prefix.length).equals(prefix)

/** Follows the segments to the real end, because the EXIF thumbnail inside a segment has an end marker too. */
export function readJpeg(bytes: Buffer): ImageHeader {
  const kept = [bytes.subarray(0, 2)]
  let frame: Frame | undefined
  let exif: Buffer | undefined
  let passes = 0
  let isHeldWhole = false
  let at = 2
  for (;;) {
    at = nextMarker(bytes, at)
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) break
    if (isRestart(marker) || marker === 0x01) {
      at += 2
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const payload = bytes.subarray(at + 4, end)
    if (marker === 0xda) {
      passes += 1
      // If a scan lacks a component, more scans follow, and decoders keep all coefficients until the last scan.
      if (!frame || payload.readUInt8(0) < frame.components) isHeldWhole = true
      const scanEnd = endOfScan(bytes, end)
      addPiece(kept, bytes.subarray(at, scanEnd))
      at = scanEnd
      continue
    }
    if (marker === 0xe1 && startsWith(payload, EXIF_PREFIX)) exif ??= payload.subarray(EXIF_PREFIX.length)
    if (isFrame(marker)) {
      if (marker > 0xc2) throw new ImageRefused("it's a kind of JPEG that browsers can't show")
      // Decoders use the first frame, so a second one could mislead us.
      if (frame) throw damaged()
      frame = readFrame(payload)
      if (marker === PROGRESSIVE) isHeldWhole = true
    }
    const segment = bareSegment(marker, payload)
    if (segment) addPiece(kept, segment)
    at = end
  }
  if (passes === 0 || !frame) throw damaged()
  return {
    format: 'jpeg',
    width: frame.width,
    height: frame.height,
    frames: 1,
    passes,
    bytesPerPixel: isHeldWhole ? 2 * frame.samplesPerPixel : 1,
    exif,
    icc: undefined,
    isTurnedByExif: true,
    // Browsers disagree about CMYK colors.
    mustReencode: frame.components === 4,
    strip: () => Buffer.concat([...kept, END]),
  }
}

type Frame = { width: number; height: number; components: number; samplesPerPixel: number }

function readFrame(payload: Buffer): Frame {
  const components = payload.readUInt8(5)
  // Each byte has the horizontal and vertical sampling: 4:2:0 has 4, 1 and 1 samples, or 1.5 per pixel.
  const samples = Array.from({ length: components }, (_, index) => payload.readUInt8(7 + 3 * index))
  const areas = samples.map((factors) => (factors >> 4) * (factors & 15))
  const samplesPerPixel = areas.reduce((sum, area) => sum + area, 0) / Math.max(1, ...areas)
  return { width: payload.readUInt16BE(3), height: payload.readUInt16BE(1), components, samplesPerPixel }
}

function nextMarker(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  // There can be any number of fill bytes before a marker.
  while (at >= 0 && bytes[at + 1] === 0xff) at += 1
  if (at < 0 || at + 1 >= bytes.length) throw damaged()
  return at
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  throw damaged()
}

/** Keeps only the application segments that affect how the pixels look. */
function bareSegment(marker: number, payload: Buffer): Buffer | undefined {
  if (isFrame(marker) || isTable(marker)) return segment(marker, payload)
  // Keep the JFIF header without its thumbnail.
  if (marker === 0xe0 && payload.toString('latin1', 0, 5) === 'JFIF\0' && payload.length >= 14) {
    return segment(marker, Buffer.concat([payload.subarray(0, 12), Buffer.alloc(2)]))
  }
  if (marker === 0xe2 && startsWith(payload, ICC)) return segment(marker, payload)
  // Adobe's segment contains the color transform.
  if (marker === 0xee && payload.toString('latin1', 0, 5) === 'Adobe') return segment(marker, payload.subarray(0, 12))
  return undefined
}

export function segment(marker: number, payload: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

const insertAfterStart = (jpeg: Buffer, segments: Buffer[]) =>
  Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])

export function withProfile(jpeg: Buffer, icc: Buffer): Buffer {
  const count = Math.ceil(icc.length / ICC_CHUNK)
  if (count > 255) return jpeg
  const segments = Array.from({ length: count }, (_, index) =>
    segment(
      0xe2,
      Buffer.concat([ICC, Buffer.from([index + 1, count]), icc.subarray(index * ICC_CHUNK, (index + 1) * ICC_CHUNK)]),
    ),
  )
  return insertAfterStart(jpeg, segments)
}
