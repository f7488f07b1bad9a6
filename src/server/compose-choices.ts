import type { GuestService } from './features/access/guests.service.ts'
import type { EventService } from './features/activity/events.service.ts'
import { createChoiceRepository } from './features/choices/choices.repository.ts'
import { createChoiceService } from './features/choices/choices.service.ts'
import { createReceivedChoiceService } from './features/choices/received-choices.service.ts'
import type { ImageService } from './features/images/images.service.ts'
import type { LinkService } from './features/links/links.service.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  db: Database
  ports: Ports
  links: LinkService
  images: ImageService
  guests: GuestService
  events: EventService
}

export function composeChoices({ db, ports, links, images, guests, events }: Dependencies) {
  const { clock, rateLimits, expensiveWork } = ports
  const repository = createChoiceRepository(db)
  return {
    choices: createChoiceService({ choices: repository, links, images, guests, events, rateLimits, clock }),
    receivedChoices: createReceivedChoiceService({ choices: repository, links, expensiveWork, clock }),
  }
}
