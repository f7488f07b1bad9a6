import type { Mark } from '#server/features/access/marks.ts'
import type { MarkedImageService } from '#server/features/images/marked-images.service.ts'
import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { FocalPoint } from '#server/platform/images/card.ts'
import type { ImageProcessor } from '#server/platform/images/image-processor.ts'
import { WorkerLost } from '#server/platform/images/worker-process.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'

/** Limits the queue. Previews are created one at a time, to leave CPU time for uploads. */
const maxWaiting = 100

export type OgImageSource = { source: string; focus: FocalPoint | null; mark: Mark | null }

type Dependencies = {
  storage: Storage
  imageProcessor: ImageProcessor
  markedImages: Pick<MarkedImageService, 'drawnFrom'>
}

/** Creates the images for link previews. Concurrent requests for the same image share the result. */
export function createOgImages({ storage, imageProcessor, markedImages }: Dependencies) {
  const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting })

  return createSingleFlight((_key, { source, focus, mark }: OgImageSource) =>
    withPermit(async () => {
      const picture = await storage.read(source)
      if (!picture) throw new AppError('NOT_FOUND', 'Image not found')
      const watermark = mark && (await markedImages.drawnFrom(mark))
      return imageProcessor.makeCard(picture, focus, watermark).catch((error) => {
        if (!(error instanceof WorkerLost)) throw error
        throw new AppError('UNAVAILABLE', "The preview couldn't be created. Please try again.", {
          retryAfterSeconds: 2,
        })
      })
    }),
  )
}
