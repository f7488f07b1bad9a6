import type { Storage } from '#server/platform/storage/storage.ts'
import type { InspectionRepository } from './inspection.repository.ts'

type Dependencies = {
  inspection: InspectionRepository
  storage: Storage
  keyOf: (imageId: string, file: string) => string
}

/** Compares rows, files and counters. Uploads and deletes under way show up as differences: run it on a quiet server. */
export async function inspect({ inspection, storage, keyOf }: Dependencies) {
  const problems: string[] = []
  const keys = new Set<string>()
  for await (const { key } of storage.list('images/')) keys.add(key)
  const fileCount = keys.size

  let imageCount = 0
  for await (const { id, files } of inspection.images()) {
    imageCount++
    for (const file of files) {
      if (!keys.delete(keyOf(id, file.name))) problems.push(`image ${id} lacks its file ${file.name}`)
    }
  }
  const scheduled = await inspection.scheduledPrefixes()
  for (const key of keys) {
    if (!scheduled.some((prefix) => key.startsWith(prefix))) problems.push(`${key} belongs to no image`)
  }
  for (const id of await inspection.usersWithWrongCounters()) problems.push(`the counters of user ${id} are wrong`)
  for (const id of await inspection.linksWithWrongCounters()) problems.push(`the image count of link ${id} is wrong`)
  for (const id of await inspection.linksWithWrongCovers()) problems.push(`the cover of link ${id} is wrong`)
  return { imageCount, fileCount, scheduledCount: scheduled.length, problems }
}
