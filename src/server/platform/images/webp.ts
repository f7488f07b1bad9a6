import { readExif } from './exif.ts'
import { addPiece, damaged, type ImageHeader } from './image-header.ts'

const KEPT = new Set(['VP8X', 'ICCP', 'ANIM', 'ANMF', 'ALPH', 'VP8 ', 'VP8L'])
/** The bytes per pixel needed to rotate and encode the whole image. */
const TURNED = 11
const HAS_EXIF_OR_XMP = 0x08 | 0x04

export function readWebp(bytes: Buffer): ImageHeader {
  const end = 8 + bytes.readUInt32LE(4)
  if (end > bytes.length + 1) throw damaged()
  const kept: Buffer[] = []
  let size: { width: number; height: number } | undefined
  let exif: Buffer | undefined
  let frames = 0
  let isLossy = true
  for (let at = 12; at + 8 <= end; ) {
    const type = bytes.toString('latin1', at, at + 4)
    const length = bytes.readUInt32LE(at + 4)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (at + 8 + length > end || body.length < length) throw damaged()
    if (type === 'EXIF') exif = body
    if (type === 'ANMF') frames += 1
    if (type === 'ANMF' || type === 'VP8L') isLossy = false
    size ??= dimensions(type, body)
    if (KEPT.has(type)) addPiece(kept, bytes.subarray(at, at + 8 + length))
    at += 8 + length + (length % 2)
  }
  if (!size) throw damaged()
  return {
    format: 'webp',
    ...size,
    frames: Math.max(1, frames),
    passes: 1,
    bytesPerPixel: frames === 0 && readExif(exif).orientation !== 1 ? TURNED : isLossy ? 2 : 6,
    exif,
    icc: undefined,
    isTurnedByExif: frames === 0,
    mustReencode: false,
    strip: () => riff(kept.map(bareChunk)),
  }
}

/** An extended file starts with the canvas size, which takes precedence over the size of a frame. */
function dimensions(type: string, body: Buffer) {
  if (type === 'VP8X') return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ') return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  if (type === 'VP8L') {
    const bits = body.readUInt32LE(1)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return undefined
}

function bareChunk(chunk: Buffer): Buffer {
  const padded = Buffer.concat([chunk, Buffer.alloc(chunk.length % 2)])
  if (padded.toString('latin1', 0, 4) === 'VP8X') padded.writeUInt8(padded.readUInt8(8) & ~HAS_EXIF_OR_XMP, 8)
  return padded
}

function riff(chunks: Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
