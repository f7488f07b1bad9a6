import type { AccessService, RecordAct } from '#server/features/access/access.service.ts'
import type { PassService } from '#server/features/access/passes.service.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { ShareUrlOf } from '#server/features/domains/served-domains.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { MarkedImageService } from '#server/features/images/marked-images.service.ts'
import type { RemovalService } from '#server/features/removals/removals.service.ts'
import type { StudioService } from '#server/features/studios/studios.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import { createLinkRepository } from './links.repository.ts'
import { createLinkService } from './links.service.ts'
import { createMoreTimeService } from './more-time.service.ts'
import { createUnlockingService } from './unlocking.service.ts'

type Dependencies = Base & {
  access: AccessService
  passes: PassService
  images: ImageService
  markedImages: MarkedImageService
  events: EventService
  removals: RemovalService
  subscriptions: SubscriptionService
  shareUrlOf: ShareUrlOf
  studios: StudioService
  recordAct: RecordAct
  flushCounts: () => Promise<void>
}

export function composeLinks(dependencies: Dependencies) {
  const { config, db, ports, log, access, passes, images, markedImages, events, removals, subscriptions } = dependencies
  const { studios, recordAct, shareUrlOf, flushCounts } = dependencies
  const { clock, passwords, rateLimits, invalidation } = ports
  const repository = createLinkRepository(db)
  const links = createLinkService({
    links: repository,
    images,
    markedImages,
    access,
    passwords,
    findGalleryName: studios.findGalleryName,
    planOf: subscriptions.planOf,
    plansOf: subscriptions.plansOf,
    shareUrlOf,
    removals,
    invalidation,
    rateLimits,
    clock,
    recordAct,
    flushCounts,
    hasTrash: config.trashDays > 0,
  })
  const moreTime = createMoreTimeService({ links, events, rateLimits, clock })
  const unlocking = createUnlockingService({ links: repository, passes, passwords, rateLimits, events, clock, log })
  return { links, moreTime, unlocking }
}
