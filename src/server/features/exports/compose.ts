import type { MediaUrlService } from '#server/features/access/media-urls.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { MediaService } from '#server/features/media/media.service.ts'
import type { StudioService } from '#server/features/studios/studios.service.ts'
import type { Base } from '#server/ports.ts'
import { createExportRepository } from './exports.repository.ts'
import { createExportService } from './exports.service.ts'
import { createImportRepository } from './imports.repository.ts'
import { createImportService } from './imports.service.ts'

type Dependencies = Base & {
  emails: EmailService
  links: LinkService
  media: MediaService
  mediaUrls: MediaUrlService
  studios: StudioService
}

export function composeExports({ config, db, ports, emails, links, media, mediaUrls, studios }: Dependencies) {
  const { clock, tasks, rateLimits, expensiveWork, hasDiskSpace } = ports
  const exports = createExportService({
    exports: createExportRepository(db),
    links,
    media,
    findStudio: studios.findForExport,
    mediaUrls,
    emails,
    tasks,
    rateLimits,
    expensiveWork,
    publicUrl: config.publicUrl,
    clock,
  })
  const imports = createImportService({
    imports: createImportRepository(db),
    links,
    rateLimits,
    expensiveWork,
    hasDiskSpace,
    clock,
  })
  return { exports, imports }
}
