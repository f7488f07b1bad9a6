import type { InvitationService } from './features/access/invitations.service.ts'
import type { MediaUrlService } from './features/access/media-urls.service.ts'
import type { PassService } from './features/access/passes.service.ts'
import type { SessionService } from './features/accounts/sessions.service.ts'
import type { ReceivedChoiceService } from './features/choices/received-choices.service.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import { createExportRepository } from './features/exports/exports.repository.ts'
import { createExportService } from './features/exports/exports.service.ts'
import { createImportRepository } from './features/exports/imports.repository.ts'
import { createImportService } from './features/exports/imports.service.ts'
import type { ImageService } from './features/images/images.service.ts'
import type { LinkService } from './features/links/links.service.ts'
import { createDownloadService } from './features/media/downloads.service.ts'
import { createMediaService } from './features/media/media.service.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  db: Database
  ports: Ports
  links: LinkService
  images: ImageService
  sessions: SessionService
  passes: PassService
  invitations: InvitationService
  mediaUrls: MediaUrlService
  receivedChoices: ReceivedChoiceService
  hasDiskSpace: () => Promise<boolean>
  emails: EmailService
  publicUrl: string
}

export function composeMedia({
  db,
  ports,
  links,
  images,
  sessions,
  receivedChoices,
  hasDiskSpace,
  emails,
  publicUrl,
  ...access
}: Dependencies) {
  const { mediaUrls } = access
  const media = createMediaService({ ...ports, ...access, images, sessions })
  const downloads = createDownloadService({
    links,
    images,
    media,
    mediaUrls,
    findViewerById: sessions.findViewerById,
    listChosen: receivedChoices.listImageIds,
  })
  const exportRepository = createExportRepository(db)
  const exports = createExportService({ ...ports, exports: exportRepository, media, mediaUrls, emails, publicUrl })
  const imports = createImportService({ ...ports, imports: createImportRepository(db), links, hasDiskSpace })
  return { media, downloads, exports, imports }
}
