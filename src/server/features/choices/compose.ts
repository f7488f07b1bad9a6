import type { GuestService } from '#server/features/access/guests.service.ts'
import type { RecordAct } from '#server/features/access/roles.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Base } from '#server/ports.ts'
import { createChoiceRepository } from './choices.repository.ts'
import { createChoiceService } from './choices.service.ts'
import { createReceivedChoiceService } from './received-choices.service.ts'

type Dependencies = Base & {
  links: LinkService
  images: ImageService
  guests: GuestService
  events: EventService
  recordAct: RecordAct
}

export function composeChoices({ db, ports, links, images, guests, events, recordAct }: Dependencies) {
  const { clock, rateLimits, expensiveWork } = ports
  const repository = createChoiceRepository(db)
  return {
    choices: createChoiceService({ choices: repository, links, images, guests, events, rateLimits, clock }),
    receivedChoices: createReceivedChoiceService({ choices: repository, links, recordAct, expensiveWork, clock }),
  }
}
