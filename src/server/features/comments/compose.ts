import type { GuestService } from '#server/features/access/guests.service.ts'
import type { RecordAct } from '#server/features/access/roles.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { Base } from '#server/ports.ts'
import { createCommentRepository } from './comments.repository.ts'
import { createCommentService } from './comments.service.ts'

type Dependencies = Base & { images: ImageService; guests: GuestService; events: EventService; recordAct: RecordAct }

export function composeComments({ db, ports, images, guests, events, recordAct }: Dependencies) {
  const { clock, rateLimits } = ports
  const comments = createCommentRepository(db)
  return createCommentService({ comments, images, guests, events, recordAct, rateLimits, clock })
}
