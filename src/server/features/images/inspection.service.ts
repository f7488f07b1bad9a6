import type { ListedFile, Storage } from '#server/platform/storage/storage.ts'
import { createDamageFinder, listAll } from './damaged-files.ts'
import { markedPrefixOf, readMarkedKey } from './image-files.ts'
import type { RecreateFiles } from './image-repairs.service.ts'
import type { InspectedImage, InspectionRepository } from './inspection.repository.ts'

type Dependencies = {
  inspection: InspectionRepository
  storage: Storage
  keyOf: (folder: string, file: string) => string
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

type Folder = { name: string | undefined; files: ListedFile[] }

/** Files less than an hour old may belong to an upload in progress, so they're reported but not removed. */
const youngMs = 3_600_000
/** Parts of uploads that are gone are deleted in the background. After a day, that must have failed. */
const youngPartMs = 24 * youngMs
const maxNamed = 10_000

/**
 * Compares rows, files and counters, and optionally repairs them. Reads rows and files side by side in order of folders, so
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

  async function noteOwnerless({ name: folder, files }: Folder) {
    const [first] = files
    if (!first) return
    if (folder === undefined) {
      for (const file of files) {
        const uploadId = uploadOf(file.key)
        const marked = readMarkedKey(file.key)
        if (uploadId !== undefined) await notePart(file, uploadId)
        else if (marked) await noteMarked(file, marked)
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
    const wanted = new Set((await inspection.findFolder(folder))?.files.map(({ name }) => keyOf(folder, name)))
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

  /** Missing files with a watermark aren't a problem, because they're made again when someone needs them. */
  async function noteMarked({ key, modifiedAt }: ListedFile, { folder, mark }: { folder: string; mark: string }) {
    if (Date.now() - modifiedAt.getTime() < youngPartMs) return
    const prefix = markedPrefixOf(folder, mark)
    if ((await inspection.isScheduled(prefix)) || (await inspection.isMarked(folder, mark))) return
    await noteRepairable(`${key} has a watermark that isn't used anymore`, () => storage.remove([key]))
  }

  async function inspectFiles({ id, folder, files }: InspectedImage, listed: ListedFile[]) {
    if ((await damage.find(folder, files, listed)).length === 0) return
    const damaged = await damage.findNow(folder)
    if (damaged.length === 0) return
    const names = damaged.map(({ name }) => name)
    const failure = recreate && (await recreate(folder, names))
    const stillDamaged = new Set(recreate && !failure ? (await damage.findNow(folder)).map(({ name }) => name) : [])
    for (const { name, what } of damaged) {
      const stays = stillDamaged.has(name) ? 'it was recreated but is still damaged' : undefined
      add(`${name} of image ${id} ${what}`, failure ?? stays)
    }
  }

  const folders = groupByFolder(storage.list(''), { keyOf, isFileName })
  const next = async () => {
    const { value, done } = await folders.next()
    if (done) return undefined
    found.fileCount += value.files.length
    return value
  }
  let listed = await next()
  let inspected: string | undefined
  for await (const image of inspection.images()) {
    const { id, folder, files, bytes } = image
    found.imageCount++
    onImage?.(found.imageCount)
    found.unhashedCount += files.filter(({ sha256 }) => sha256 === undefined).length
    const counted = bytesOf(files)
    if (bytes !== counted) {
      await noteRepairable(`the size of image ${id} is wrong`, () => inspection.setBytes(id, counted))
    }
    // Copies share the files of the image before them.
    if (folder === inspected) continue
    inspected = folder
    for (; listed && (listed.name === undefined || listed.name < folder); listed = await next()) {
      await noteOwnerless(listed)
    }
    const isStored = listed?.name === folder
    const stored = (isStored && listed?.files) || []
    await inspectFiles(image, stored)
    if (!isStored) continue
    const wanted = new Set(files.map(({ name }) => keyOf(folder, name)))
    await noteOwnerless({ name: folder, files: stored.filter(({ key }) => !wanted.has(key)) })
    listed = await next()
  }
  for (; listed; listed = await next()) await noteOwnerless(listed)

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

/** Expects the files of a folder to be adjacent. Files that can't belong to an image get no folder name. */
async function* groupByFolder(
  files: AsyncIterable<ListedFile>,
  { keyOf, isFileName }: Pick<Dependencies, 'keyOf' | 'isFileName'>,
): AsyncGenerator<Folder, undefined> {
  const folderOf = (key: string) => {
    const [, folder = '', name = ''] = imageFile.exec(key) ?? []
    return isFileName(name) && keyOf(folder, name) === key ? folder : undefined
  }
  let folder: Folder | undefined
  for await (const file of files) {
    const name = folderOf(file.key)
    if (folder && name !== undefined && folder.name === name) folder.files.push(file)
    else {
      if (folder) yield folder
      folder = { name, files: [file] }
    }
  }
  if (folder) yield folder
  return undefined
}
