import { createFairSemaphore } from '#server/platform/concurrency/fair-semaphore.ts'
import { createSingleFlight } from '#server/platform/concurrency/single-flight.ts'
import { makeCard } from '#server/platform/pictures/card.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { AppError } from '#shared/errors.ts'

/** Cards are made one at a time, so that whoever asks for thousands does not take the cores from uploads. */
const maxWaiting = 100

/** Makes a card from the picture at a key; who asks while it is being made gets the same one. */
export function createCards(storage: Storage) {
  const { withPermit } = createFairSemaphore({ permits: 1, maxWaiting })

  return createSingleFlight((source) =>
    withPermit(async () => {
      const picture = await storage.read(source)
      if (!picture) throw new AppError('NOT_FOUND', 'Picture not found')
      return makeCard(picture)
    }),
  )
}
