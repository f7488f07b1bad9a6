import { extensions } from '#server/platform/images/image-header.ts'
import type { PreparedImage } from '#server/platform/images/image-processor.ts'
import type { DownloadSize } from '#shared/media.ts'

/**
 * Visitors can load renditions and, if downloads are allowed, the full size. Only the owner can load the original.
 * `moving` files are animated renditions. They're stored in addition to the still ones.
 */
export type ImageFile = {
  name: string
  kind: 'rendition' | 'moving' | 'full' | 'original'
  type: string
  width: number
  height: number
  bytes: number
}

/** The web size is the last rendition, which is the largest animated one, or else the largest still one. */
export const fileOfSize = (files: ImageFile[], size: DownloadSize) =>
  files.findLast(({ kind }) => (size === 'web' ? kind === 'rendition' || kind === 'moving' : kind === 'full'))

/**
 * All files of an image share this prefix, so one call deletes them all. A database trigger builds the same prefix.
 * `folder` is the image's ID, or for a copy the ID of the image that the files were stored for.
 */
export const prefixOf = (folder: string) => `images/${folder.slice(0, 2)}/${folder}/`
export const keyOf = (folder: string, fileName: string) => prefixOf(folder) + fileName

/** The files with a watermark. `mark` is the key of the watermark. */
export const markedPrefixOf = (folder: string, mark: string) => `marked/${folder.slice(0, 2)}/${folder}/${mark}/`
export const markedKeyOf = (folder: string, mark: string, fileName: string) => markedPrefixOf(folder, mark) + fileName

const fileName = /^(original|full|\d+(-moving)?)\.(jpg|png|gif|webp|avif|heic)$/

export const isFileName = (name: string) => fileName.test(name)

/** Without `originalPath`, the full size is all that's kept. */
export function filesOf(picture: PreparedImage, originalPath: string | undefined) {
  const { format, width, height } = picture
  const kept = [
    ...picture.renditions.map((file) => ({ ...file, kind: 'rendition' as const })),
    ...picture.animated.map((file) => ({ ...file, kind: 'moving' as const })),
    { ...picture.full, kind: 'full' as const },
  ]
  if (originalPath === undefined) return kept
  const original = {
    ...picture.original,
    name: `original.${extensions[format]}`,
    path: originalPath,
    contentType: `image/${format}`,
    width,
    height,
  }
  return [...kept, { ...original, kind: 'original' as const }]
}

/** SHA-256 hashes, keyed by file name. */
export type FileHashes = Record<string, string>

export const hashesOf = (files: { name: string; sha256: string }[]): FileHashes =>
  Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))

export const bytesOf = (files: { bytes: number }[]) => files.reduce((sum, { bytes }) => sum + bytes, 0)
