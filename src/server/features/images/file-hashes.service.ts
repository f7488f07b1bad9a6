import { setTimeout as delay } from 'node:timers/promises'
import { type Clock, minutes } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/concurrency/job.ts'
import { hashStored } from '#server/platform/storage/hash-stored.ts'
import { isUnreadable, type Storage } from '#server/platform/storage/storage.ts'
import type { FileHashRepository } from './file-hashes.repository.ts'
import { hashesOf, type ImageFile, keyOf } from './image-files.ts'

type Dependencies = {
  hashes: FileHashRepository
  storage: Storage
  clock: Clock
  log: Log
}

type IsStopping = () => boolean

/** Hashing is throttled so visitors don't notice it. At this rate, 100 GB takes more than three hours. */
const bytesPerSecond = 8_000_000
const batchSize = 50
/** Less than the 54 minutes for which other nodes skip this job. The next run continues. */
const longestRunMs = minutes(50)

/** Hashes the files of images uploaded before hashes were stored. Only one node runs this at a time. */
export function createFileHashService({ hashes, storage, clock, log }: Dependencies) {
  async function hashFile(key: string, isStopping: IsStopping) {
    // On shutdown, finish the current image's files without throttling.
    const pace = async (bytes: number) => {
      if (!isStopping()) await delay((bytes / bytesPerSecond) * 1000)
    }
    try {
      return await hashStored(storage, key, { pace })
    } catch (error) {
      if (isUnreadable(error)) return undefined
      throw error
    }
  }

  /** Returns undefined if a file is missing or has the wrong length: a hash would make the damage look valid. */
  async function hashFiles(folder: string, files: ImageFile[], isStopping: IsStopping) {
    const hashed: { name: string; sha256: string }[] = []
    for (const { name, bytes } of files) {
      const stored = await hashFile(keyOf(folder, name), isStopping)
      if (stored?.bytes !== bytes) return undefined
      hashed.push({ name, sha256: stored.sha256 })
    }
    return hashesOf(hashed)
  }

  async function hashAll(isStopping: IsStopping) {
    const startedAt = clock.monotonicMs()
    let damaged = 0
    for (let after: string | undefined = ''; after !== undefined; ) {
      const images = await hashes.listUnhashed(after, batchSize)
      for (const { id, folder, files } of images) {
        if (isStopping() || clock.monotonicMs() - startedAt > longestRunMs) return
        const found = await hashFiles(folder, files, isStopping)
        if (found) await hashes.setHashes(folder, found)
        else if (await hashes.isUnhashed(id)) damaged++
      }
      after = images.at(-1)?.id
    }
    if (damaged > 0) {
      log.warn({ images: damaged }, 'files of some images are missing or damaged: run `npm run check` to list them')
    }
  }

  return { hashAll }
}
