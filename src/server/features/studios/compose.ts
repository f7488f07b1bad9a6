import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import { createStudioRepository } from './studios.repository.ts'
import { createStudioService } from './studios.service.ts'

type Dependencies = Base & { subscriptions: SubscriptionService; originOf: OriginOf }

export function composeStudios({ db, ports, subscriptions, originOf }: Dependencies) {
  const { imageProcessor, rateLimits, invalidation } = ports
  return createStudioService({
    studios: createStudioRepository(db),
    planOf: subscriptions.planOf,
    imageProcessor,
    rateLimits,
    invalidation,
    originOf,
  })
}
