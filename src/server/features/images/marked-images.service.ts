import { LRUCache } from 'lru-cache'
import type { AccessService } from '#server/features/access/access.service.ts'
import type { Mark } from '#server/features/access/marks.ts'
import { type Clock, instantIn } from '#server/platform/clock.ts'
import { createBatchedRead } from '#server/platform/concurrency/batched-read.ts'
import { createFairSemaphore, SemaphoreFull } from '#server/platform/concurrency/fair-semaphore.ts'
import { LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import { withRest } from '#server/platform/concurrency/with-rest.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import { WorkerLost } from '#server/platform/images/worker-process.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'
import { uploadGraceMs } from './file-deletions.service.ts'
import { type ImageFile, keyOf, markedKeyOf, markedPrefixOf } from './image-files.ts'
import { type MarkedImageRepository, placeKey } from './marked-images.repository.ts'

type Dependencies = {
  marked: MarkedImageRepository
  access: Pick<AccessService, 'findFacts'>
  imageProcessor: Pick<ImageProcessor, 'addWatermark'>
  storage: Pick<Storage, 'read' | 'put'>
  tasks: Pick<Tasks, 'define' | 'nudge'>
  clock: Clock
  onDeletionScheduled: () => void
}

/** An image whose clean files are stored. `files` are those. */
export type MarkableImage = { userId: string; folder: string; files: ImageFile[]; linkId: string }

/** How long a request waits for its file. */
const waitMs = 10_000
const retryAfterSeconds = 5
/** Leaves CPU time for uploads. Owners take turns. */
const rendersAtOnce = 2
const maxWaiting = 2000
const maxWaitingPerOwner = 500
const maxKnown = 20_000
/** A task then makes room for others, and a new one goes on. */
const taskMs = 5000
const batchSize = 20

/**
 * Makes and finds the files that visitors get instead of clean ones. They're made from the renditions, so they can always
 * be made again.
 */
export function createMarkedImageService(dependencies: Dependencies) {
  const { marked, access, imageProcessor, storage, tasks, clock, onDeletionScheduled } = dependencies
  const known = new LRUCache<string, ImageFile[]>({ max: maxKnown })
  const { withPermit } = createFairSemaphore({
    permits: rendersAtOnce,
    maxWaiting,
    maxWaitingPerKey: maxWaitingPerOwner,
  })

  const readRow = createBatchedRead<ImageFile[]>((keys) =>
    marked.listMany(
      keys.map((key) => {
        const [folder = '', mark = ''] = key.split(' ')
        return { folder, mark }
      }),
    ),
  )

  async function render({ userId, folder, files }: MarkableImage, mark: Mark) {
    const stills = files.filter(({ kind }) => kind === 'rendition')
    const pictures = await Promise.all(stills.map(({ name }) => storage.read(keyOf(folder, name))))
    if (stills.length === 0 || pictures.some((picture) => picture === undefined)) throw notReady()
    const bodies = await imageProcessor.addWatermark(pictures as Buffer[], await drawnFrom(mark), userId)
    return stills.map((file, index) => {
      const body = bodies[index] ?? Buffer.alloc(0)
      return { body, file: { ...file, bytes: body.length } }
    })
  }

  /** A logo that was removed a moment ago is replaced by the text. */
  async function drawnFrom({ mode, text, logoId, opacity, size }: Mark) {
    const logo = logoId === null ? undefined : await marked.findLogo(logoId)
    return { mode, text, logo: logo ?? null, opacity, size }
  }

  /** Like an upload, it schedules the deletion of what it stores until there's a row for it. */
  async function make(image: MarkableImage, mark: Mark) {
    const { folder, linkId } = image
    const made = await render(image, mark)
    const prefix = markedPrefixOf(folder, mark.key)
    if (!(await marked.scheduleUnlessClaimed(prefix, instantIn(clock, uploadGraceMs)))) throw notReady()
    await storage.put(made.map(({ body, file }) => ({ key: markedKeyOf(folder, mark.key, file.name), body })))
    const files = made.map(({ file }) => file)
    const isKept = await marked.transaction(async (tx) => {
      // Another node may have been faster and canceled the deletion.
      const isNeeded = (await tx.cancelDeletion(prefix)) || (await tx.listMany([{ folder, mark: mark.key }])).size > 0
      if (isNeeded) await tx.insert({ folder, mark: mark.key, linkId, files })
      // Its files may even be deleted again, before ours were stored.
      else await tx.scheduleDeletion(prefix, '')
      return isNeeded
    })
    if (!isKept) throw notReady()
    return files
  }

  const findOrMake = createSingleFlight(async (key: string, image: MarkableImage, mark: Mark) => {
    const found = await readRow(key)
    const files = found ?? (await withPermit(() => make(image, mark), { key: image.userId }))
    known.set(key, files)
    return files
  })

  async function ensure(image: MarkableImage, mark: Mark) {
    const key = placeKey({ folder: image.folder, mark: mark.key })
    try {
      return known.get(key) ?? (await findOrMake(key, image, mark))
    } catch (error) {
      throw error instanceof WorkerLost || error instanceof SemaphoreFull ? notReady() : error
    }
  }

  const ensureSoon = (image: MarkableImage, mark: Mark) => withTimeout(ensure(image, mark), waitMs, notReady)

  /** Returns false if images are left. An image that fails doesn't keep the others from being marked. */
  async function markAll(linkId: string, until: number) {
    let failure: unknown
    for (let after = ''; ; ) {
      const mark = (await access.findFacts(linkId))?.mark
      const batch = mark ? await marked.listUnmarked(linkId, mark.key, after, batchSize) : []
      if (!mark || batch.length === 0) break
      for (const { id, ...image } of batch) {
        if (clock.monotonicMs() > until) return false
        after = id
        await ensure({ ...image, linkId }, mark).catch((error) => {
          failure = error
        })
      }
    }
    if (failure) throw failure
    return true
  }

  const removeStale = async (linkId: string) => {
    const mark = (await access.findFacts(linkId))?.mark?.key
    if ((await marked.transaction((tx) => tx.removeStale(linkId, mark))) > 0) onDeletionScheduled()
  }

  const taskOf = tasks.define<{ linkId: string }>('watermarks', async ({ linkId }) => {
    await removeStale(linkId)
    if (await markAll(linkId, clock.monotonicMs() + taskMs)) return
    await marked.insertTask(taskOf({ linkId }))
    tasks.nudge()
  })

  async function needsTask(linkId: string) {
    const mark = (await access.findFacts(linkId))?.mark?.key
    if (await marked.hasStale(linkId, mark)) return true
    return mark !== undefined && (await marked.listUnmarked(linkId, mark, '', 1)).length > 0
  }

  /** Returns the last link of the batch, or undefined at the end. */
  async function sweepSome(after = '') {
    const ids = await marked.listLinks(after, batchSize)
    for (const linkId of ids) if (await needsTask(linkId)) await marked.insertTask(taskOf({ linkId }))
    return ids.at(-1)
  }

  return {
    /** Inserted when a link's watermark changes. */
    taskOf,
    nudge: tasks.nudge,

    /** Throws 503 if the files aren't ready in time. */
    find: (image: MarkableImage, mark: Mark): ReadyOrLazy<ImageFile[]> =>
      known.get(placeKey({ folder: image.folder, mark: mark.key })) ?? new LazyPromise(() => ensureSoon(image, mark)),

    findAll: (images: MarkableImage[], mark: Mark) =>
      withTimeout(Promise.all(images.map((image) => ensure(image, mark))), waitMs, notReady),

    ensure,

    /** For files that a row names but that are gone, such as after restoring a backup. */
    async makeAgain(image: MarkableImage, mark: Mark) {
      const place = { folder: image.folder, mark: mark.key }
      await marked.remove(place)
      known.delete(placeKey(place))
      return ensureSoon(image, mark)
    },

    countDone: (linkId: string, mark: Mark) => marked.countDone(linkId, mark.key),

    drawnFrom,

    /** Finds what tasks missed, such as a changed studio name, or images that were moved. */
    async sweep() {
      let after: string | undefined = ''
      while (after !== undefined) after = await withRest(() => sweepSome(after))
      tasks.nudge()
    },
  }
}
export type MarkedImageService = ReturnType<typeof createMarkedImageService>

const notReady = () =>
  new AppError('UNAVAILABLE', "This photo isn't ready yet. Please try again in a moment.", { retryAfterSeconds })
