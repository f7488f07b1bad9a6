import { extensions } from '#server/platform/pictures/image-header.ts'
import type { PreparedPicture } from '#server/platform/pictures/pictures.ts'
import type { DownloadSize } from '#shared/media.ts'

/**
 * A file that is kept of an image. Visitors get renditions, which of a moving picture show the first frame, the same moving, and
 * the full size; the original is its owner's alone.
 */
export type ImageFile = {
  name: string
  kind: 'rendition' | 'moving' | 'full' | 'original'
  type: string
  width: number
  height: number
  bytes: number
}

/** The largest for the web moves if one does: those come last. */
export const fileOfSize = (files: ImageFile[], size: DownloadSize) =>
  files.findLast(({ kind }) => (size === 'web' ? kind === 'rendition' || kind === 'moving' : kind === 'full'))

/** Every file of an image lies under one prefix, so that they can all be deleted by it. The database's trigger knows it too. */
export const prefixOf = (imageId: string) => `images/${imageId.slice(0, 2)}/${imageId}/`
export const keyOf = (imageId: string, fileName: string) => prefixOf(imageId) + fileName

const fileName = /^(original|full|\d+(-moving)?)\.(jpg|png|gif|webp|avif|heic)$/

/** Whether a file of this name can be one of an image's. */
export const isFileName = (name: string) => fileName.test(name)

/** What to store of a picture and what to remember of it. */
export function filesOf(picture: PreparedPicture, originalPath: string) {
  const { format, width, height } = picture
  const original = {
    ...picture.original,
    name: `original.${extensions[format]}`,
    path: originalPath,
    contentType: `image/${format}`,
    width,
    height,
  }
  return [
    ...picture.renditions.map((file) => ({ ...file, kind: 'rendition' as const })),
    ...picture.animated.map((file) => ({ ...file, kind: 'moving' as const })),
    { ...picture.full, kind: 'full' as const },
    { ...original, kind: 'original' as const },
  ]
}

/** SHA-256 of each file, by its name. */
export type FileHashes = Record<string, string>

export const hashesOf = (files: { name: string; sha256: string }[]): FileHashes =>
  Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))

export const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)
