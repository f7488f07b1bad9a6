import { crc32 } from 'node:zlib'
import { readExif } from './exif.ts'
import { addPiece, damaged, type ImageHeader } from './image-header.ts'

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND'])
const ANIMATION = new Set(['acTL', 'fcTL', 'fdAT'])
/** These chunks affect how the pixels look. All others, such as text, times and EXIF, are dropped. */
const APPEARANCE = new Set(['tRNS', 'bKGD', 'pHYs', 'sBIT', 'iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'mDCV', 'cLLI'])

function sampleBytes(bytes: Buffer): number {
  const channels = [1, 1, 3, 3, 2, 3, 4][bytes.readUInt8(25)] ?? 4
  return channels * (bytes.readUInt8(24) > 8 ? 2 : 1)
}

export function readPng(bytes: Buffer): ImageHeader {
  const kept = [bytes.subarray(0, 8)]
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') throw damaged()
  let exif: Buffer | undefined
  let shownFrames = 0
  let type = ''
  for (let at = 8; type !== 'IEND'; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) throw damaged()
    type = bytes.toString('latin1', at + 4, at + 8)
    const isNeeded = CRITICAL.has(type) || ANIMATION.has(type)
    if (!isNeeded && /^[A-Z]/.test(type)) throw damaged()
    if (isNeeded || APPEARANCE.has(type)) {
      const isWhole = crc32(bytes.subarray(at + 4, end - 4)) === bytes.readUInt32BE(end - 4)
      if (isWhole) addPiece(kept, bytes.subarray(at, end))
      else if (isNeeded) throw damaged()
    }
    if (type === 'fcTL') shownFrames += 1
    if (type === 'eXIf') exif = bytes.subarray(at + 8, end - 4)
    at = end
  }
  const isHeldWhole = bytes.readUInt8(28) !== 0 || (shownFrames <= 1 && readExif(exif).orientation !== 1)
  return {
    format: 'png',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    frames: Math.max(1, shownFrames),
    passes: 1,
    bytesPerPixel: isHeldWhole ? sampleBytes(bytes) + 2 : 1,
    exif,
    icc: undefined,
    isTurnedByExif: shownFrames <= 1,
    mustReencode: false,
    strip: () => Buffer.concat(kept),
  }
}
