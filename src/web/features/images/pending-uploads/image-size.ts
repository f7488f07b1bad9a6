export type Size = { width: number; height: number }

const text = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))

/** Returns the stored size in pixels, before EXIF rotation, or undefined if it can't be read. */
export function readSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    if (view.getUint16(0) === 0xffd8) return jpegSize(view)
    if (text(view, 1, 3) === 'PNG') return { width: view.getUint32(16), height: view.getUint32(20) }
    if (text(view, 0, 3) === 'GIF') return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
    if (text(view, 8, 4) === 'WEBP') return webpSize(view)
    if (text(view, 4, 4) === 'ftyp') return heifSize(view)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

function jpegSize(view: DataView): Size {
  for (let at = 2; ; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
  }
}

function webpSize(view: DataView): Size | undefined {
  const kind = text(view, 12, 4)
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return { width: uint24(24) + 1, height: uint24(27) + 1 }
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const packed = view.getUint32(21, true)
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 }
}

/** HEIC and AVIF list the sizes of all tiles and of the whole image, which is the largest. `irot` rotates the image. */
function heifSize(view: DataView): Size | undefined {
  let largest: Size | undefined
  let isTurned = false
  for (let at = 0; at + 16 <= view.byteLength; at += 1) {
    const tag = view.getUint32(at)
    if (tag === 0x69737065) {
      const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
      if (!largest || size.width * size.height > largest.width * largest.height) largest = size
    } else if (tag === 0x69726f74) {
      isTurned = view.getUint8(at + 4) % 2 === 1
    }
  }
  return largest && isTurned ? { width: largest.height, height: largest.width } : largest
}
