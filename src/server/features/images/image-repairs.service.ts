import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { newId } from '#server/platform/ids.ts'
import { ImageRefused } from '#server/platform/images/image-header.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import { isUnreadable, type Storage } from '#server/platform/storage/storage.ts'
import type { InspectedFile, InspectionRepository } from './inspection.repository.ts'

type Dependencies = {
  inspection: InspectionRepository
  storage: Storage
  imageProcessor: ImageProcessor
  keyOf: (folder: string, file: string) => string
  bytesOf: (files: { bytes: number }[]) => number
  tempDir: string
}

/** Recreates files of a folder from its original. Resolves to a reason if it can't. */
export type RecreateFiles = (folder: string, names: string[]) => Promise<string | undefined>

type Image = NonNullable<Awaited<ReturnType<InspectionRepository['findFolder']>>>
type Prepared = Awaited<ReturnType<ImageProcessor['prepare']>>

const originalLost =
  'the original is missing or damaged: restore it from a backup, or delete the image and upload it again'

export function createImageRepairs(dependencies: Dependencies): RecreateFiles {
  const { inspection, storage, imageProcessor, keyOf, bytesOf, tempDir } = dependencies

  async function fetchTo(path: string, key: string) {
    const opened = await storage.open(key)
    if (!opened) return false
    try {
      await pipeline(opened.stream, createWriteStream(path))
      return true
    } catch (error) {
      if ((error as { code?: string }).code === 'EIO' || isUnreadable(error)) return false
      throw error
    }
  }

  async function replace(folder: string, image: Image, names: string[], picture: Prepared) {
    const made = [...picture.renditions, ...picture.animated, picture.full].filter(({ name }) => names.includes(name))
    const unknown = names.filter((name) => !made.some((file) => file.name === name))
    if (unknown.length > 0)
      return `this version doesn't produce ${unknown.join(', ')}: delete the image and upload it again`

    await storage.put(made.map(({ name, path }) => ({ key: keyOf(folder, name), body: { path } })))
    const files = image.files.map((file): InspectedFile => {
      const again = made.find(({ name }) => name === file.name)
      if (!again) return file
      const { path: _path, contentType: type, sha256, ...rest } = again
      return { ...file, ...rest, type, ...(image.hasHashes && { sha256 }) }
    })
    // A different encoder version can produce different bytes. Update the row only if it did.
    if (JSON.stringify(files) !== JSON.stringify(image.files)) {
      const cameraPatch = names.includes(picture.full.name) ? picture.cameraPatch : undefined
      await inspection.replaceFiles(folder, { files, bytes: bytesOf(files), cameraPatch })
    }
    return undefined
  }

  return async (folder, names) => {
    const image = await inspection.findFolder(folder)
    // Of guests' images, only the full size is kept.
    const original = ['original', 'full'].map((kept) => image?.files.find(({ kind }) => kind === kept)).find(Boolean)
    if (!image || !original || names.includes(original.name)) return originalLost
    const path = join(tempDir, newId())
    await mkdir(tempDir, { recursive: true })
    try {
      if (!(await fetchTo(path, keyOf(folder, original.name)))) return originalLost
      const picture = await imageProcessor.prepare(path, { userId: image.userId })
      const isSame =
        picture.original.bytes === original.bytes &&
        (original.sha256 === undefined || picture.original.sha256 === original.sha256)
      return isSame ? await replace(folder, image, names, picture) : originalLost
    } catch (error) {
      if (error instanceof ImageRefused) return originalLost
      throw error
    } finally {
      // Also remove the folder of generated files next to the original.
      await Promise.all([path, `${path}-made`].map((made) => rm(made, { recursive: true, force: true })))
    }
  }
}
