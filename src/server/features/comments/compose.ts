import type { GuestService } from '#server/features/access/guests.service.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { Base } from '#server/ports.ts'
import { createCommentRepository } from './comments.repository.ts'
import { createCommentService } from './comments.service.ts'

type Dependencies = Base & { images: ImageService; guests: GuestService; events: EventService }

export function composeComments({ db, ports, images, guests, events }: Dependencies) {
  const { clock, rateLimits } = ports
  return createCommentService({ comments: createCommentRepository(db), images, guests, events, rateLimits, clock })
}
