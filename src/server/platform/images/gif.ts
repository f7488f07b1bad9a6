import { addPiece, damaged, type ImageHeader } from './image-header.ts'

const IMAGE = 0x2c
const EXTENSION = 0x21
const TRAILER = 0x3b
const GRAPHIC_CONTROL = 0xf9
const APPLICATION = 0xff

export function readGif(bytes: Buffer): ImageHeader {
  let at = 13 + colorTable(bytes.readUInt8(10))
  const kept = [bytes.subarray(0, at)]
  let width = bytes.readUInt16LE(6)
  let height = bytes.readUInt16LE(8)
  let frames = 0
  for (;;) {
    const block = bytes.readUInt8(at)
    if (block === TRAILER) break
    if (block === IMAGE) {
      const end = endOfSubBlocks(bytes, at + 11 + colorTable(bytes.readUInt8(at + 9)))
      addPiece(kept, bytes.subarray(at, end))
      frames += 1
      // Decoders enlarge the canvas for a frame that reaches beyond it.
      width = Math.max(width, bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5))
      height = Math.max(height, bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7))
      at = end
    } else if (block === EXTENSION) {
      const end = endOfSubBlocks(bytes, at + 2)
      if (isNeeded(bytes.subarray(at, end))) addPiece(kept, bytes.subarray(at, end))
      at = end
    } else if (block === 0) {
      // Some writers leave a stray terminator between blocks. Every viewer skips it.
      at += 1
    } else throw damaged()
  }
  if (frames === 0) throw damaged()
  return {
    format: 'gif',
    width,
    height,
    frames,
    passes: 1,
    bytesPerPixel: 6,
    exif: undefined,
    icc: undefined,
    isTurnedByExif: false,
    mustReencode: false,
    strip: () => Buffer.concat([...kept, Buffer.from([TRAILER])]),
  }
}

const colorTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

function endOfSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  for (;;) {
    const size = bytes.readUInt8(at)
    at += size + 1
    if (size === 0) return at
  }
}

function isNeeded(extension: Buffer): boolean {
  const label = extension[1]
  if (label === GRAPHIC_CONTROL) return true
  // A loop extension has 19 bytes. A much longer one contains other data.
  return (
    label === APPLICATION &&
    extension.length <= 24 &&
    ['NETSCAPE2.0', 'ANIMEXTS1.0'].includes(extension.toString('latin1', 3, 14))
  )
}
