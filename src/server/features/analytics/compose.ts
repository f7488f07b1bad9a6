import type { AccessService } from '#server/features/access/access.service.ts'
import { prepareUnmailed } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import { createAnalyticsRepository } from './analytics.repository.ts'
import { createAnalyticsService } from './analytics.service.ts'
import { createCounterSubtractionRepository } from './counter-subtraction.repository.ts'
import { createVisitCounterRepository } from './visit-counter.repository.ts'
import { createVisitCounter } from './visit-counter.service.ts'

export function composeVisitCounter({ config, db, ports: { clock }, log }: Base) {
  return createVisitCounter({
    visits: createVisitCounterRepository(db),
    publicUrl: config.publicUrl,
    toActivityEvent: (opened) => prepareUnmailed({ kind: 'opened', ...opened }, clock),
    clock,
    log,
  })
}

export const composeCounterSubtraction = ({ db }: Base) => createCounterSubtractionRepository(db)

type Dependencies = Base & {
  access: AccessService
  images: ImageService
  subscriptions: SubscriptionService
  flushCounts: () => Promise<void>
}

export function composeAnalytics({ ports, access, images, subscriptions, flushCounts }: Dependencies) {
  return createAnalyticsService({
    analytics: createAnalyticsRepository(ports.replica),
    access,
    images,
    planOf: subscriptions.planOf,
    clock: ports.clock,
    flushCounts,
  })
}
