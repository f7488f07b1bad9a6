import type { ListedFile, Storage } from '#server/platform/storage/storage.ts'
import { createDamageFinder, listAll } from './damaged-files.ts'
import type { RecreateFiles } from './image-repairs.service.ts'
import type { InspectedFile, InspectionRepository } from './inspection.repository.ts'

type Dependencies = {
  inspection: InspectionRepository
  storage: Storage
  keyOf: (imageId: string, file: string) => string
  bytesOf: (files: { bytes: number }[]) => number
  isFileName: (name: string) => boolean
  /** Returns the ID of the resumable upload that a file is a part of. */
  uploadOf: (key: string) => string | undefined
  /** If true, files that have a hash are read and compared with it. */
  isDeep?: boolean
  /** If set, problems are repaired where possible. Otherwise they're only reported. */
  recreate?: RecreateFiles | undefined
  onImage?: (images: number) => void
}

type Folder = { imageId: string | undefined; files: ListedFile[] }

/** Files less than an hour old may belong to an upload in progress, so they're reported but not removed. */
const youngMs = 3_600_000
/** Parts of uploads that are gone are deleted in the background. After a day, that must have failed. */
const youngPartMs = 24 * youngMs
const maxNamed = 10_000

/**
 * Compares rows, files and counters, and optionally repairs them. Reads rows and files side by side in ID order, so
 * memory use doesn't grow with the number of images. Each suspected problem with a file is checked again before it's
 * reported, because the server may be changing data at the same time.
 */
export async function inspect(dependencies: Dependencies) {
  const { inspection, storage, keyOf, bytesOf, isFileName, uploadOf, isDeep = false, recreate, onImage } = dependencies
  const found = {
    imageCount: 0,
    fileCount: 0,
    unhashedCount: 0,
    problemCount: 0,
    repairedCount: 0,
    problems: [] as string[],
  }

  const damage = createDamageFinder({ inspection, storage, keyOf, isDeep })

  /** `repair` resolves to a reason if it fails. */
  const note = async (problem: string, repair: () => Promise<string | undefined>) =>
    add(problem, recreate && (await repair()))

  function add(problem: string, failure: string | undefined) {
    found.problemCount++
    if (recreate && failure === undefined) found.repairedCount++
    const outcome = failure === undefined ? ' (repaired)' : ` (not repaired: ${failure})`
    if (found.problems.length < maxNamed) found.problems.push(recreate ? problem + outcome : problem)
  }

  const noteRepairable = (problem: string, repair: () => Promise<unknown>) =>
    note(problem, async () => void (await repair()))

  async function noteOwnerless({ imageId, files }: Folder) {
    const [first] = files
    if (!first) return
    if (imageId === undefined) {
      for (const file of files) {
        const uploadId = uploadOf(file.key)
        if (uploadId !== undefined) await notePart(file, uploadId)
        else
          await note(
            `${file.key} isn't a Framelight file`,
            async () => 'move it elsewhere if you need it, or delete it',
          )
      }
      return
    }
    const prefix = first.key.slice(0, first.key.lastIndexOf('/') + 1)
    // Check this before the image: if no deletion is scheduled, the image is committed or the files are gone.
    if (await inspection.isScheduled(prefix)) return
    const wanted = new Set((await inspection.findImage(imageId))?.files.map(({ name }) => keyOf(imageId, name)))
    const present = new Set((await listAll(storage, prefix)).map(({ key }) => key))
    for (const { key, modifiedAt } of files) {
      if (wanted.has(key) || !present.has(key)) continue
      const isYoung = Date.now() - modifiedAt.getTime() < youngMs
      await note(`${key} doesn't belong to any image`, async () => {
        if (isYoung) return "it's new, try again in an hour"
        await storage.remove([key])
        return undefined
      })
    }
  }

  async function notePart({ key, modifiedAt }: ListedFile, uploadId: string) {
    if (Date.now() - modifiedAt.getTime() < youngPartMs) return
    if (await inspection.isScheduled(key.slice(0, key.lastIndexOf('/') + 1))) return
    if (await inspection.isUploading(uploadId)) return
    await noteRepairable(`${key} is part of an upload that's gone`, () => storage.remove([key]))
  }

  async function inspectFiles(id: string, files: InspectedFile[], listed: ListedFile[]) {
    if ((await damage.find(id, files, listed)).length === 0) return
    const damaged = await damage.findNow(id)
    if (damaged.length === 0) return
    const names = damaged.map(({ name }) => name)
    const failure = recreate && (await recreate(id, names))
    const stillDamaged = new Set(recreate && !failure ? (await damage.findNow(id)).map(({ name }) => name) : [])
    for (const { name, what } of damaged) {
      const stays = stillDamaged.has(name) ? 'it was recreated but is still damaged' : undefined
      add(`${name} of image ${id} ${what}`, failure ?? stays)
    }
  }

  const folders = groupByImage(storage.list(''), { keyOf, isFileName })
  const next = async () => {
    const { value, done } = await folders.next()
    if (done) return undefined
    found.fileCount += value.files.length
    return value
  }
  let folder = await next()
  for await (const { id, files, bytes } of inspection.images()) {
    found.imageCount++
    onImage?.(found.imageCount)
    found.unhashedCount += files.filter(({ sha256 }) => sha256 === undefined).length
    const counted = bytesOf(files)
    if (bytes !== counted) {
      await noteRepairable(`the size of image ${id} is wrong`, () => inspection.setBytes(id, counted))
    }
    for (; folder && (folder.imageId === undefined || folder.imageId < id); folder = await next()) {
      await noteOwnerless(folder)
    }
    const isOwn = folder?.imageId === id
    const listed = (isOwn && folder?.files) || []
    await inspectFiles(id, files, listed)
    if (!isOwn) continue
    const wanted = new Set(files.map(({ name }) => keyOf(id, name)))
    await noteOwnerless({ imageId: id, files: listed.filter(({ key }) => !wanted.has(key)) })
    folder = await next()
  }
  for (; folder; folder = await next()) await noteOwnerless(folder)

  for await (const { id } of inspection.usersWithWrongCounters()) {
    await noteRepairable(`the counters of user ${id} are wrong`, () => inspection.recountUser(id))
  }
  for await (const { id } of inspection.linksWithWrongCounters()) {
    await noteRepairable(`the image count of link ${id} is wrong`, () => inspection.recountLink(id))
  }
  for await (const { id } of inspection.linksWithWrongSections()) {
    await noteRepairable(`the sections of link ${id} are wrong`, () => inspection.repairSections(id))
  }
  for await (const { id } of inspection.linksWithWrongCovers()) {
    await noteRepairable(`the cover of link ${id} is wrong`, () => inspection.resetCover(id))
  }
  return { ...found, scheduledCount: await inspection.countScheduled() }
}

const imageFile = /^images\/[^/]+\/([^/]+)\/([^/]+)$/

/** Expects the files of an image to be adjacent. Files that can't belong to an image get no image ID. */
async function* groupByImage(
  files: AsyncIterable<ListedFile>,
  { keyOf, isFileName }: Pick<Dependencies, 'keyOf' | 'isFileName'>,
): AsyncGenerator<Folder, undefined> {
  const imageOf = (key: string) => {
    const [, imageId = '', name = ''] = imageFile.exec(key) ?? []
    return isFileName(name) && keyOf(imageId, name) === key ? imageId : undefined
  }
  let folder: Folder | undefined
  for await (const file of files) {
    const imageId = imageOf(file.key)
    if (folder && imageId !== undefined && folder.imageId === imageId) folder.files.push(file)
    else {
      if (folder) yield folder
      folder = { imageId, files: [file] }
    }
  }
  if (folder) yield folder
  return undefined
}
