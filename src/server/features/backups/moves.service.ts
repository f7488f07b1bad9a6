import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '#server/platform/concurrency/in-parallel.ts'
import { newId } from '#server/platform/ids.ts'
import { hashStored } from '#server/platform/storage/hash-stored.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { writeHashed } from './hashed-files.ts'
import type { MoveSource } from './moves.repository.ts'

const filesAtOnce = 4

type Options = {
  images: ReturnType<MoveSource['images']>
  from: Storage
  to: Storage
  keyOf: (folder: string, file: string) => string
  tempDir: string
  onImage?: (images: number) => void
}

/**
 * Copies the files of all images, then reads each copy back and compares hashes. Files that an earlier attempt copied
 * are only verified, so a move can be stopped and resumed at any time.
 */
export async function movePictures({ images, from, to, keyOf, tempDir, onImage }: Options) {
  const counts = { images: 0, files: 0, copied: 0, bytes: 0 }
  const problems: string[] = []
  await mkdir(tempDir, { recursive: true })

  async function move(key: string, bytes: number) {
    const path = join(tempDir, newId())
    try {
      const source = await from.open(key)
      if (!source) return void problems.push(`${key} is missing`)
      const { sha256, bytes: read } = await writeHashed(source.stream, path)
      if (read !== bytes) return void problems.push(`${key} has ${read} bytes instead of ${bytes}`)
      if ((await hashStored(to, key))?.sha256 !== sha256) {
        await to.put([{ key, body: { path } }])
        counts.copied++
        if ((await hashStored(to, key))?.sha256 !== sha256) return void problems.push(`${key} differs after copying`)
      }
      counts.files++
      counts.bytes += read
    } finally {
      await rm(path, { force: true })
    }
  }

  let moved: string | undefined
  for await (const { folder, files } of images) {
    counts.images++
    onImage?.(counts.images)
    // Images that share their files follow each other.
    if (folder === moved) continue
    moved = folder
    await inParallel(files, filesAtOnce, ({ name, bytes }) => move(keyOf(folder, name), bytes))
  }
  return { ...counts, problems }
}
