import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import type { FocalPoint } from '#server/platform/pictures/card.ts'
import type { Pictures } from '#server/platform/pictures/pictures.ts'
import { WorkerLost } from '#server/platform/pictures/worker-process.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'

/** Cards are made one at a time, so that whoever asks for thousands does not take the cores from uploads. */
const maxWaiting = 100

/** What a card is made from: the key of a picture, and the point of it that stays visible. */
export type OgImageSource = { source: string; focus: FocalPoint | null }

/** Makes a card; who asks for the same while it is being made gets the same one. */
export function createOgImages({ storage, pictures }: { storage: Storage; pictures: Pictures }) {
  const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting })

  return createSingleFlight((_key, { source, focus }: OgImageSource) =>
    withPermit(async () => {
      const picture = await storage.read(source)
      if (!picture) throw new AppError('NOT_FOUND', 'Picture not found')
      return pictures.makeCard(picture, focus).catch((error) => {
        if (!(error instanceof WorkerLost)) throw error
        throw new AppError('UNAVAILABLE', 'The preview could not be made just now. Please try again.', {
          retryAfterSeconds: 2,
        })
      })
    }),
  )
}
