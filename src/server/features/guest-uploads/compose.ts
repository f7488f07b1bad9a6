import type { AccessService } from '#server/features/access/access.service.ts'
import type { GuestService } from '#server/features/access/guests.service.ts'
import type { RecordAct } from '#server/features/access/roles.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { UploadService } from '#server/features/images/uploads.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Base } from '#server/ports.ts'
import { createGuestUploadRepository } from './guest-uploads.repository.ts'
import { createGuestUploadService } from './guest-uploads.service.ts'
import { createUploadQueueService } from './upload-queue.service.ts'

type Dependencies = Base & {
  access: AccessService
  guests: GuestService
  links: LinkService
  images: ImageService
  uploads: UploadService
  events: EventService
  recordAct: RecordAct
}

export function composeGuestUploads(dependencies: Dependencies) {
  const { db, ports, access, guests, links, images, uploads, events, recordAct } = dependencies
  const { invalidation, clock } = ports
  const repository = createGuestUploadRepository(db)
  return {
    guestUploads: createGuestUploadService({
      repository,
      access,
      links,
      images,
      uploads,
      guests,
      events,
      invalidation,
      clock,
    }),
    uploadQueue: createUploadQueueService({ repository, access, links, images, recordAct, invalidation, clock }),
  }
}
