import type { InvitationService } from './features/access/invitations.service.ts'
import type { MediaAddressService } from './features/access/media-addresses.service.ts'
import type { PassService } from './features/access/passes.service.ts'
import type { SessionService } from './features/accounts/sessions.service.ts'
import { createExportRepository } from './features/exports/exports.repository.ts'
import { createExportService } from './features/exports/exports.service.ts'
import type { ImageService } from './features/images/images.service.ts'
import type { LinkService } from './features/links/links.service.ts'
import { createDownloadService } from './features/media/downloads.service.ts'
import { createMediaService } from './features/media/media.service.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Surroundings = {
  db: Database
  ports: Ports
  publicUrl: string
  links: LinkService
  images: ImageService
  sessions: SessionService
  passes: PassService
  invitations: InvitationService
  addresses: MediaAddressService
}

/** The bytes of pictures on their way out: one by one, as a link's ZIP, and as everything of an account. */
export function composeMedia({ db, ports, publicUrl, links, images, addresses, ...doors }: Surroundings) {
  const { storage, pictures, invalidation, clock, mailer, tasks, rateLimits } = ports
  const media = createMediaService({ ...doors, images, addresses, storage, pictures, invalidation, clock })
  const { findViewerById } = doors.sessions
  const downloads = createDownloadService({ links, images, media, addresses, findViewerById })
  const exports = createExportService({
    exports: createExportRepository(db),
    media,
    addresses,
    mailer,
    tasks,
    rateLimits,
    publicUrl,
    clock,
  })
  return { media, downloads, exports }
}
