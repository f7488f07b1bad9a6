import type { Storage } from '#server/platform/storage/storage.ts'
import type { InspectionRepository } from './inspection.repository.ts'

type Dependencies = {
  inspection: InspectionRepository
  storage: Storage
  keyOf: (imageId: string, file: string) => string
  bytesOf: (files: { bytes: number }[]) => number
  /** Mends what can be mended. */
  repair?: boolean
}

type Folder = { imageId: string | undefined; files: { key: string; modifiedAt: Date }[] }

/** A file that came in the last hour may be one of something that is under way: it is left to the next time. */
const youngMs = 3_600_000
/** So many are named; beyond, they are only counted. */
const maxNamed = 10_000

/**
 * Compares rows, files and counters, and may mend them. Rows and files are read side by side in the order of their ids, so it
 * takes no more memory for a million images than for one. Whatever looks wrong is looked at once more by itself: what a server
 * does beside it is no difference.
 */
export async function inspect({ inspection, storage, keyOf, bytesOf, repair = false }: Dependencies) {
  const found = { imageCount: 0, fileCount: 0, problemCount: 0, mendedCount: 0, problems: [] as string[] }

  async function note(problem: string, mend?: (() => Promise<unknown>) | string) {
    found.problemCount++
    let outcome = ''
    if (repair && typeof mend === 'function') {
      await mend()
      found.mendedCount++
      outcome = ' (mended)'
    } else if (repair) outcome = ` (cannot be mended: ${mend})`
    if (found.problems.length < maxNamed) found.problems.push(problem + outcome)
  }

  async function isThere(key: string) {
    const opened = await storage.open(key, { start: 0, end: 0 })
    opened?.stream.destroy()
    return opened !== undefined
  }

  async function noteOwnerless({ imageId, files }: Folder) {
    for (const { key, modifiedAt } of files) {
      const name = key.slice(key.lastIndexOf('/') + 1)
      // In this order: what is scheduled no longer has got its image by now, or has gone.
      if (await inspection.isScheduled(key.slice(0, -name.length))) continue
      if (imageId !== undefined && (await inspection.findFileNames(imageId))?.includes(name)) continue
      if (!(await isThere(key))) continue
      const isYoung = Date.now() - modifiedAt.getTime() < youngMs
      await note(
        `${key} belongs to no image`,
        isYoung ? 'it is new, try again in an hour' : () => storage.remove([key]),
      )
    }
  }

  async function noteMissing(imageId: string, name: string) {
    if ((await isThere(keyOf(imageId, name))) || !(await inspection.findFileNames(imageId))?.includes(name)) return
    await note(
      `image ${imageId} lacks its file ${name}`,
      'take it from a backup, or delete the image and upload it again',
    )
  }

  const folders = groupByImage(storage.list('images/'))
  const next = async () => {
    const { value, done } = await folders.next()
    if (done) return undefined
    found.fileCount += value.files.length
    return value
  }
  let folder = await next()
  for await (const { id, files, bytes } of inspection.images()) {
    found.imageCount++
    const counted = bytesOf(files)
    if (bytes !== counted) await note(`the size of image ${id} is wrong`, () => inspection.setBytes(id, counted))
    for (; folder && (folder.imageId === undefined || folder.imageId < id); folder = await next()) {
      await noteOwnerless(folder)
    }
    const hasFolder = folder?.imageId === id
    const keys = new Set(hasFolder ? folder?.files.map(({ key }) => key) : [])
    for (const { name } of files) if (!keys.delete(keyOf(id, name))) await noteMissing(id, name)
    if (!folder || !hasFolder) continue
    await noteOwnerless({ imageId: id, files: folder.files.filter(({ key }) => keys.has(key)) })
    folder = await next()
  }
  for (; folder; folder = await next()) await noteOwnerless(folder)

  for await (const { id } of inspection.usersWithWrongCounters()) {
    await note(`the counters of user ${id} are wrong`, () => inspection.recountUser(id))
  }
  for await (const { id } of inspection.linksWithWrongCounters()) {
    await note(`the image count of link ${id} is wrong`, () => inspection.recountLink(id))
  }
  for await (const { id } of inspection.linksWithWrongCovers()) {
    await note(`the cover of link ${id} is wrong`, () => inspection.resetCover(id))
  }
  return { ...found, scheduledCount: await inspection.countScheduled() }
}

const imageFile = /^images\/[^/]+\/([^/]+)\/[^/]+$/

/** Files of one image lie side by side; what is not where an image's files are has none. */
async function* groupByImage(files: AsyncIterable<Folder['files'][number]>): AsyncGenerator<Folder, undefined> {
  let folder: Folder | undefined
  for await (const file of files) {
    const imageId = imageFile.exec(file.key)?.[1]
    if (folder && imageId !== undefined && folder.imageId === imageId) folder.files.push(file)
    else {
      if (folder) yield folder
      folder = { imageId, files: [file] }
    }
  }
  if (folder) yield folder
  return undefined
}
