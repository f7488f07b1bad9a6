import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import { hours } from '#server/platform/clock.ts'
import { createJob } from '#server/platform/concurrency/job.ts'
import type { Base } from '#server/ports.ts'
import { createFileDeletionRepository } from './file-deletions.repository.ts'
import { createFileDeletionService } from './file-deletions.service.ts'
import { createFileHashRepository } from './file-hashes.repository.ts'
import { createFileHashService } from './file-hashes.service.ts'
import { createImageRepository } from './images.repository.ts'
import { createImageService } from './images.service.ts'
import { createMarkedImageRepository } from './marked-images.repository.ts'
import { createMarkedImageService } from './marked-images.service.ts'
import { createSectionService } from './sections.service.ts'
import { createUploadService } from './uploads.service.ts'

export function composeFiles({ config, db, ports, log }: Base) {
  const { storage, sharedJobs, clock } = ports
  const isAlone = config.database.kind === 'sqlite'
  const deletions = createFileDeletionRepository(db)
  const fileDeletions = createFileDeletionService({ deletions, storage, clock, log, isAlone })

  const everyMs = hours(1)
  const { hashAll } = createFileHashService({ hashes: createFileHashRepository(db), storage, clock, log })
  const run = sharedJobs.once('file hashes', everyMs, () => hashAll(hashing.isStopping))
  const hashing = createJob({ name: 'file hashes', everyMs, run, log })

  return {
    onDeletionScheduled: fileDeletions.nudge,
    start() {
      fileDeletions.start()
      hashing.start()
    },
    stop: () => Promise.all([fileDeletions.stop(), hashing.stop()]),
  }
}

type Dependencies = Base & {
  access: AccessService
  mediaUrls: MediaUrlService
  subscriptions: SubscriptionService
  recordAct: RecordAct
  onDeletionScheduled: () => void
}

export function composeImages({
  config,
  db,
  ports,
  access,
  mediaUrls,
  subscriptions,
  recordAct,
  onDeletionScheduled,
}: Dependencies) {
  const { clock, storage, tasks, imageProcessor, invalidation, hasDiskSpace, rateLimits } = ports
  const repository = createImageRepository(db)
  const images = createImageService({
    images: repository,
    access,
    mediaUrls,
    invalidation,
    clock,
    hasTrash: config.trashDays > 0,
    planOf: subscriptions.planOf,
    recordAct,
    rateLimits,
    onDeletionScheduled,
  })
  const markedImages = createMarkedImageService({
    marked: createMarkedImageRepository(db),
    access,
    imageProcessor,
    storage,
    tasks,
    clock,
    onDeletionScheduled,
  })
  const uploads = createUploadService({
    images: repository,
    access,
    imageProcessor,
    markedImages,
    storage,
    planOf: subscriptions.planOf,
    hasDiskSpace,
    invalidation,
    clock,
    recordAct,
    onDeletionScheduled,
  })
  const sections = createSectionService({ images: repository, access, recordAct, invalidation, clock })
  return { images, markedImages, uploads, sections }
}
