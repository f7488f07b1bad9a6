import type { Rational } from '#shared/exif.ts'

type Kind = { text: string; number: number; rational: Rational }

/** Tags with `isCamera` are included only if the owner shows camera details. */
const tag = <K extends keyof Kind>(kind: K, directory: 'main' | 'exif', id: number, isCamera = false) => ({
  kind,
  directory,
  id,
  isCamera,
})

/** Visitors never get any other tags. */
export const exifTags = {
  orientation: tag('number', 'main', 0x0112),
  artist: tag('text', 'main', 0x013b),
  copyright: tag('text', 'main', 0x8298),
  takenAt: tag('text', 'exif', 0x9003),
  takenAtOffset: tag('text', 'exif', 0x9011),
  make: tag('text', 'main', 0x010f, true),
  model: tag('text', 'main', 0x0110, true),
  exposureTime: tag('rational', 'exif', 0x829a, true),
  fNumber: tag('rational', 'exif', 0x829d, true),
  iso: tag('number', 'exif', 0x8827, true),
  focalLength: tag('rational', 'exif', 0x920a, true),
  focalLengthIn35mm: tag('number', 'exif', 0xa405, true),
  lens: tag('text', 'exif', 0xa434, true),
}

export type ExifName = keyof typeof exifTags
export type ExifValues = { [Name in ExifName]?: Kind[(typeof exifTags)[Name]['kind']] }

export const exifNames = Object.keys(exifTags) as ExifName[]
