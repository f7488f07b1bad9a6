import type { ImageProcessor } from '../images/image-processor.ts'
import type { Storage } from '../storage/storage.ts'
import type { Metrics } from './metrics.ts'

type Observe = (seconds: number, hasFailed: boolean) => void

const timed =
  <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>, observe: Observe) =>
  async (...given: Given): Promise<Result> => {
    const startedAt = performance.now()
    let hasFailed = true
    try {
      const result = await work(...given)
      hasFailed = false
      return result
    } finally {
      observe((performance.now() - startedAt) / 1000, hasFailed)
    }
  }

/** The time of `open` doesn't include reading its stream. */
export function measuredStorage(storage: Storage, { onStorageCall }: Metrics): Storage {
  const as =
    (operation: string): Observe =>
    (seconds, hasFailed) =>
      onStorageCall(operation, seconds, hasFailed)
  return {
    ...storage,
    put: timed(storage.put, as('put')),
    open: timed(storage.open, as('open')),
    read: timed(storage.read, as('read')),
    remove: timed(storage.remove, as('remove')),
    removeAll: timed(storage.removeAll, as('remove')),
    check: timed(storage.check, as('check')),
  }
}

export function measuredImageProcessor(imageProcessor: ImageProcessor, { onPicture }: Metrics): ImageProcessor {
  return {
    ...imageProcessor,
    prepare: timed(imageProcessor.prepare, (seconds, hasFailed) => onPicture(hasFailed ? 'refused' : 'made', seconds)),
    get pending() {
      return imageProcessor.pending
    },
  }
}
