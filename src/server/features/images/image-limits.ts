import { SemaphoreFull } from '#server/platform/concurrency/fair-semaphore.ts'
import { TooMuchWaste } from '#server/platform/images/image-processor.ts'
import { AppError } from '#shared/errors.ts'
import { type CatalogPlan, trashLimit } from '#shared/plans.ts'
import type { ImageRepository } from './images.repository.ts'

export const roomIn = ({ imageLimit, storageLimitGb }: CatalogPlan) => ({
  images: imageLimit,
  bytes: storageLimitGb === null ? null : storageLimitGb * 1e9,
})

/** Throws if the trash is full. An account with a full trash can't add images. */
export async function requireTrashRoom(
  images: Pick<ImageRepository, 'countAllTrashed'>,
  userId: string,
  { imageLimit }: CatalogPlan,
) {
  const limit = trashLimit(imageLimit)
  if (limit === null || (await images.countAllTrashed(userId)) < limit) return
  throw new AppError('STORAGE_LIMIT_REACHED', 'Your trash is full. Empty it to add images.')
}

export const isFull = (used: number, limit: number | null) => limit !== null && used >= limit

export function limitReached({ imageLimit, storageLimitGb }: CatalogPlan, used: { images: number }) {
  if (isFull(used.images, imageLimit)) {
    const sentence = "You have reached your plan's image limit. Please upgrade to upload more images."
    return new AppError('IMAGE_LIMIT_REACHED', sentence)
  }
  const sentence = `You've used all ${storageLimitGb} GB of your storage. Delete some images to make room.`
  return new AppError('STORAGE_LIMIT_REACHED', sentence)
}

export function explainQueue(error: unknown) {
  if (error instanceof SemaphoreFull) return tooManyWait(error)
  if (!(error instanceof TooMuchWaste)) return error
  const { retryAfterSeconds } = error
  const sentence = "Many of your files couldn't be used. Please wait a moment before you upload more."
  return new AppError('RATE_LIMITED', sentence, { retryAfterSeconds })
}

const tooManyWait = ({ isKeyFull }: SemaphoreFull) =>
  isKeyFull
    ? new AppError('RATE_LIMITED', 'Several of your images are still being processed. Please try again in a moment.', {
        retryAfterSeconds: 2,
      })
    : new AppError('UNAVAILABLE', 'Many images are being uploaded right now. Please try again in a moment.', {
        retryAfterSeconds: 5,
      })

export const noDiskRoom = () =>
  new AppError('UNAVAILABLE', 'The server is out of space for images right now. Please try again later.', {
    retryAfterSeconds: 60,
  })
