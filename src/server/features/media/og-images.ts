import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { FocalPoint } from '#server/platform/pictures/card.ts'
import type { Pictures } from '#server/platform/pictures/pictures.ts'
import { WorkerLost } from '#server/platform/pictures/worker-process.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'

/** Limits the queue. Previews are created one at a time, to leave CPU time for uploads. */
const maxWaiting = 100

export type OgImageSource = { source: string; focus: FocalPoint | null }

/** Creates the images for link previews. Concurrent requests for the same image share the result. */
export function createOgImages({ storage, pictures }: { storage: Storage; pictures: Pictures }) {
  const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting })

  return createSingleFlight((_key, { source, focus }: OgImageSource) =>
    withPermit(async () => {
      const picture = await storage.read(source)
      if (!picture) throw new AppError('NOT_FOUND', 'Image not found')
      return pictures.makeCard(picture, focus).catch((error) => {
        if (!(error instanceof WorkerLost)) throw error
        throw new AppError('UNAVAILABLE', "The preview couldn't be created. Please try again.", {
          retryAfterSeconds: 2,
        })
      })
    }),
  )
}
