import { type Rational, TYPES } from './exif-tags.ts'

const maxTextBytes = 1000

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The standard requires ASCII, but cameras and programs write UTF-8, and old ones write Latin-1. */
function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

/** EXIF data consists of TIFF directories. Throws a RangeError for offsets out of bounds. */
export function openTiff(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const uint16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const uint32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))

  function directory(start: number) {
    const entries = new Map<number, number>()
    const count = start > 0 && start + 2 <= tiff.length ? uint16(start) : 0
    for (let at = start + 2; at < start + 2 + count * 12 && at + 12 <= tiff.length; at += 12)
      entries.set(uint16(at), at)

    const entryOf = (tag: number) => {
      const at = entries.get(tag)
      return at === undefined ? undefined : { at, type: uint16(at + 2), length: uint32(at + 4) }
    }

    return {
      number: (tag: number): number | undefined => {
        const { at = 0, type } = entryOf(tag) ?? {}
        return type === TYPES.short ? uint16(at + 8) : undefined
      },
      pointer: (tag: number): number => {
        const at = entries.get(tag)
        return at === undefined ? 0 : uint32(at + 8)
      },
      rational: (tag: number): Rational | undefined => {
        const { at = 0, type } = entryOf(tag) ?? {}
        if (type !== TYPES.rational) return undefined
        const start = uint32(at + 8)
        return start + 8 <= tiff.length ? [uint32(start), uint32(start + 4)] : undefined
      },
      /** Reads up to the first zero, because the rest may be leftover data from the camera's memory. */
      text: (tag: number): string | undefined => {
        const { at = 0, type, length = 0 } = entryOf(tag) ?? {}
        if (type !== TYPES.ascii || length > maxTextBytes) return undefined
        const start = length <= 4 ? at + 8 : uint32(at + 8)
        const held = tiff.subarray(start, start + length)
        const end = held.indexOf(0)
        return decodeText(end < 0 ? held : held.subarray(0, end))
      },
    }
  }
  return { uint32, directory }
}
