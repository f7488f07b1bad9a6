import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { RemovalService } from '#server/features/removals/removals.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import { createTrashRepository } from './trash.repository.ts'
import { createTrashService } from './trash.service.ts'

type Dependencies = Base & { mediaUrls: MediaUrlService; removals: RemovalService; subscriptions: SubscriptionService }

export function composeTrash({ config, db, ports, mediaUrls, removals, subscriptions }: Dependencies) {
  const { invalidation, clock, syncClock, tasks } = ports
  return createTrashService({
    repository: createTrashRepository(db),
    mediaUrls,
    planOf: subscriptions.planOf,
    removals,
    invalidation,
    clock,
    syncClock,
    isStopping: tasks.isStopping,
    trashDays: config.trashDays,
  })
}
