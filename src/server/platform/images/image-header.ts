export const extensions = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif', heic: 'heic' } as const

/** The size of link previews in chats and social networks, which usually crop to this shape. */
export const cardSize = { width: 1200, height: 630 } as const

export type ImageFormat = keyof typeof extensions

export type ExifPlace = { start: number; end: number; typeAt: number }

/** The contents of a file's headers, read without decoding any pixels. */
export type ImageHeader = {
  format: ImageFormat
  /** The size as stored, before rotation. For AVIF and HEIC, it's the size of the largest image inside. */
  width: number
  height: number
  frames: number
  /** How many times a decoder processes the whole image. A progressive JPEG needs more than one pass. */
  passes: number
  /** The peak memory per pixel, or 1 for an image that's decoded row by row. */
  bytesPerPixel: number
  exif: Buffer | undefined
  /** Where the stripped file has space for our own EXIF block, in a format whose bytes can't move (AVIF). */
  exifPlace?: ExifPlace | undefined
  /** The color profile, set only if the decoder doesn't return it (HEIC). */
  icc: Buffer | undefined
  /** Whether browsers apply the EXIF orientation. AVIF and HEIC store it in their container instead. */
  isTurnedByExif: boolean
  mustReencode: boolean
  /** Returns the same pixel data without metadata or trailing bytes. */
  strip: () => Buffer
}

/** The reason is shown to users and completes "The image was rejected because …". */
export class ImageRefused extends Error {
  override name = 'ImageRefused'
  reason: string
  workMs: number

  constructor(reason: string, { workMs = 0, ...options }: ErrorOptions & { workMs?: number } = {}) {
    super(`The image was rejected because ${reason}`, options)
    this.reason = reason
    this.workMs = workMs
  }
}

export const needsTooMuchMemory = 'it needs too much memory to decode'

export const damaged = (cause?: unknown) => new ImageRefused("it's damaged", { cause })

/** Listing millions of tiny blocks would take more memory than decoding. No real image has that many. */
const MAX_PIECES = 65_536

export function addPiece(pieces: Buffer[], piece: Buffer): void {
  if (pieces.length >= MAX_PIECES) throw damaged()
  pieces.push(piece)
}
