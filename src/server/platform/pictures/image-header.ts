/** How files of each format end. */
export const extensions = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif', heic: 'heic' } as const

/** What chats and social networks show beside a URL: they cut everything to this shape. */
export const cardSize = { width: 1200, height: 630 } as const

export type PictureFormat = keyof typeof extensions

/** The bytes of an item, and the position of the four that say of what type it is. */
export type ExifPlace = { start: number; end: number; typeAt: number }

/** What a file's headers say about it, read without decoding a pixel. */
export type ImageHeader = {
  format: PictureFormat
  /** As stored, before any turning; for AVIF and HEIC the largest picture inside. */
  width: number
  height: number
  frames: number
  /** How often a decoder passes over the whole picture: more than once in a progressive JPEG. */
  passes: number
  /** How many bytes of memory making everything takes at its height for each pixel, as measured; 1 where rows are decoded one by one. */
  bytesPerPixel: number
  /** The EXIF data's TIFF block. */
  exif: Buffer | undefined
  /** Where in the stripped file a block of ours can stand, in a format whose bytes must not move (AVIF). */
  exifPlace?: ExifPlace | undefined
  /** Set only where the decoder does not hand it on (HEIC). */
  icc: Buffer | undefined
  /** Whether browsers turn this picture by its EXIF orientation; AVIF and HEIC are turned by their container. */
  isTurnedByExif: boolean
  /** Whether a browser would not show the stripped file as it should. */
  mustReencode: boolean
  /** The same picture, bit for bit, without metadata and without anything behind its end. */
  strip: () => Buffer
}

/** The file cannot be taken; the reason completes "The picture was refused because …" for a person. */
export class PictureRefused extends Error {
  override name = 'PictureRefused'
  reason: string
  /** How long a core was busy with it. */
  workMs: number

  constructor(reason: string, { workMs = 0, ...options }: ErrorOptions & { workMs?: number } = {}) {
    super(`The picture was refused because ${reason}`, options)
    this.reason = reason
    this.workMs = workMs
  }
}

export const needsTooMuchMemory = 'it needs too much memory to decode'

export const damaged = (cause?: unknown) => new PictureRefused('it is damaged', { cause })

/** A file of nothing but tiny pieces would cost more memory to list than to decode; no real picture comes near. */
const MAX_PIECES = 65_536

export function addPiece(pieces: Buffer[], piece: Buffer): void {
  if (pieces.length >= MAX_PIECES) throw damaged()
  pieces.push(piece)
}
