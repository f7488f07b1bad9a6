export const extensions = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif', heic: 'heic' } as const

/** The size of link previews in chats and social networks, which crop everything to this shape. */
export const cardSize = { width: 1200, height: 630 } as const

export type PictureFormat = keyof typeof extensions

/** The bytes of an item, and the position of its four-character type. */
export type ExifPlace = { start: number; end: number; typeAt: number }

/** What a file's headers say, read without decoding any pixels. */
export type ImageHeader = {
  format: PictureFormat
  /** As stored, before rotation; for AVIF and HEIC the largest picture inside. */
  width: number
  height: number
  frames: number
  /** How often a decoder goes over the whole picture: more than once for a progressive JPEG. */
  passes: number
  /** Measured peak memory per pixel; 1 for formats that are decoded row by row. */
  bytesPerPixel: number
  /** The EXIF data's TIFF block. */
  exif: Buffer | undefined
  /** Where the stripped file has space for our own EXIF block, in a format whose bytes can't move (AVIF). */
  exifPlace?: ExifPlace | undefined
  /** Only set if the decoder doesn't return it (HEIC). */
  icc: Buffer | undefined
  /** Browsers apply the EXIF orientation. AVIF and HEIC have it in their container instead. */
  isTurnedByExif: boolean
  /** Browsers wouldn't show the stripped file correctly. */
  mustReencode: boolean
  /** The same pixel data without metadata or trailing bytes. */
  strip: () => Buffer
}

/** The reason is shown to users and completes "The picture was refused because …". */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  reason: string
  /** CPU time spent on the picture. */
  workMs: number

  constructor(reason: string, { workMs = 0, ...options }: ErrorOptions & { workMs?: number } = {}) {
    super(`The picture was refused because ${reason}`, options)
    this.reason = reason
    this.workMs = workMs
  }
}

export const needsTooMuchMemory = 'it needs too much memory to decode'

export const damaged = (cause?: unknown) => new PictureRefused("it's damaged", { cause })

/** Listing millions of tiny blocks would take more memory than decoding. No real picture has that many. */
const MAX_PIECES = 65_536

export function addPiece(pieces: Buffer[], piece: Buffer): void {
  if (pieces.length >= MAX_PIECES) throw damaged()
  pieces.push(piece)
}
