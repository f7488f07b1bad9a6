import {
  forgetUpload,
  type GuestTarget,
  type KeptUpload,
  keepUpload,
  lockBatch,
  type UserTarget,
} from './kept-uploads.ts'
import { isUnfinished, newUpload, type Upload } from './upload.ts'
import { allLinks } from './upload-list-store.ts'
import type { UploadQueue } from './upload-queue.ts'

type Options = {
  batch: string
  targetOf: (upload: Upload) => GuestTarget | UserTarget
  /** False once the files must not be stored anymore, for example after a logout. */
  isAllowed?: () => boolean
  /** Called when the browser refuses to store files. */
  onRefused?: () => void
}

type Kept = { upload: Upload; keptAt: number }

/** An upload that waits for room on the plan is kept longer (left-out-files.ts). */
const isWaiting = (upload: Upload) => isUnfinished(upload) || (upload.state === 'failed' && !upload.isLeftOut)

const isSame = (one: Upload, other: Upload) =>
  one.url === other.url && one.details === other.details && one.image === other.image

/** An image that arrived before the page was reloaded, or an upload that continues. */
export type Restored = { uploadId: string; linkId: string; imageId: string | undefined }

/** Stores what a queue hasn't sent yet, so that a reload carries on. */
export function createUploadKeeper(
  queue: UploadQueue,
  { batch, targetOf, isAllowed = () => true, onRefused = () => {} }: Options,
) {
  const kept = new Map<string, Kept>()
  /** Links of images that arrived before the page was reloaded. */
  const arrived = new Map<string, string>()
  /** Uploads whose images have been put into another order. */
  const rearranged = new Set<string>()
  const unsaved = new Set<string>()
  let isLocked = false
  let isSaving = false
  let saving = Promise.resolve()
  let isRefused = false
  let lastKeptAt = 0

  /** Their order is the order in which the files were chosen. */
  const nextKeptAt = () => {
    lastKeptAt = Math.max(lastKeptAt + 1, Date.now())
    return lastKeptAt
  }

  function update() {
    const uploads = queue.all()
    const waiting = new Set(uploads.filter(isWaiting).map(({ linkId }) => linkId))
    const isInOrder = ({ id, image, linkId }: Upload) =>
      image !== undefined && waiting.has(linkId) && !rearranged.has(id)
    const isWanted = (upload: Upload) => isWaiting(upload) || isInOrder(upload)
    const wanted = new Map(uploads.filter(isWanted).map((upload) => [upload.id, upload]))
    for (const id of kept.keys()) {
      if (wanted.has(id) || waiting.has(arrived.get(id) ?? '')) continue
      kept.delete(id)
      void forgetUpload(id)
    }
    for (const [id, upload] of wanted) {
      const before = kept.get(id)
      if (before && isSame(before.upload, upload)) continue
      kept.set(id, { upload, keptAt: before?.keptAt ?? nextKeptAt() })
      unsaved.add(id)
    }
    if (unsaved.size > 0 && !isSaving && !isRefused) saving = saveAll()
  }

  /** Stores one file after the other, while they're already being sent. */
  async function saveAll() {
    isSaving = true
    if (!isLocked) void lockBatch(batch)
    isLocked = true
    try {
      for (const id of unsaved) {
        unsaved.delete(id)
        if (isAllowed()) await save(id)
      }
    } catch {
      isRefused = true
      onRefused()
    }
    isSaving = false
  }

  async function save(id: string) {
    const { upload, keptAt } = kept.get(id) ?? {}
    if (!upload || keptAt === undefined) return
    const { sectionId, details, url, image } = upload
    const file = image ? new File([], upload.file.name) : upload.file
    const imageId = image?._id
    await keepUpload({ ...targetOf(upload), key: id, batch, file, imageId, sectionId, details, url, keptAt })
    // It was sent in the meantime.
    if (!kept.has(id)) await forgetUpload(id)
  }

  queue.subscribe(allLinks, update)

  return {
    /** Resolves to whether a reload would carry on with everything that was added so far. */
    async isSaved() {
      await saving
      return !isRefused
    },

    /** Call this when the owner reorders a link's images, so a reload doesn't bring back the old order. */
    forgetOrder(linkId: string) {
      for (const upload of queue.all()) if (upload.linkId === linkId && upload.image) rearranged.add(upload.id)
      for (const [id, link] of arrived) if (link === linkId) arrived.delete(id)
      update()
    },

    /** Carries on after a reload, unless another tab is already doing so. Resolves to the files in the chosen order. */
    async restore(stored: readonly KeptUpload[]) {
      const restored: Restored[] = []
      for (const each of new Set(stored.map((upload) => upload.batch))) {
        if (!(await lockBatch(each))) continue
        const batch = stored.filter((upload) => upload.batch === each)
        for (const one of batch) {
          const { upload, keptAt } = toUpload(one)
          kept.set(upload.id, { upload, keptAt })
          if (one.imageId !== undefined) arrived.set(upload.id, upload.linkId)
          restored.push({ uploadId: upload.id, linkId: upload.linkId, imageId: one.imageId })
        }
        const uploads = batch.filter(({ imageId }) => imageId === undefined).map((one) => toUpload(one).upload)
        queue.restore(uploads)
      }
      update()
      return restored
    },
  }
}

function toUpload(stored: KeptUpload): Kept {
  const { key, file, sectionId, details, url, keptAt } = stored
  const upload = newUpload(key, 'slug' in stored ? stored.slug : stored.linkId, file, { sectionId })
  return { upload: { ...upload, url, ...(details && { details }) }, keptAt }
}
