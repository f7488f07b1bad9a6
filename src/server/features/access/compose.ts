import type { OriginOf } from '#server/features/domains/served-domains.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { EmailBrand } from '#server/platform/email/email-content.ts'
import type { Base } from '#server/ports.ts'
import type { RegistrationMode } from '#shared/config.ts'
import { createAccessService } from './access.service.ts'
import { createGuestRepository } from './guests.repository.ts'
import { createGuestService } from './guests.service.ts'
import { createInvitationEmailService } from './invitation-emails.service.ts'
import { createInvitationRepository } from './invitations.repository.ts'
import { createInvitationService } from './invitations.service.ts'
import { createLinkFactsRepository } from './link-facts.repository.ts'
import { createMediaUrlService } from './media-urls.service.ts'
import { createPassRepository } from './passes.repository.ts'
import { createPassService } from './passes.service.ts'

type Dependencies = Base & {
  emails: EmailService
  registration: () => Promise<RegistrationMode>
  flushCounts: () => Promise<void>
  timeZoneOf: (userId: string) => Promise<string>
  brandOf: (userId: string) => Promise<EmailBrand | undefined>
  originOf: OriginOf
}

export function composeAccess(dependencies: Dependencies) {
  const { db, ports, emails, registration, flushCounts, timeZoneOf, brandOf, originOf } = dependencies
  const { clock, tasks, rateLimits, signer, invalidation } = ports
  const passRepository = createPassRepository(db)
  const passes = createPassService({ passes: passRepository, invalidation, clock })
  const invitationRepository = createInvitationRepository(db)
  const guestRepository = createGuestRepository(db)
  const access = createAccessService({
    passes,
    guests: guestRepository,
    linkFacts: createLinkFactsRepository(db),
    invitations: invitationRepository,
    clock,
  })
  const guests = createGuestService({ guests: guestRepository, passes, passRepository, rateLimits, clock })
  const invitations = createInvitationService({
    invitations: invitationRepository,
    passes,
    signer,
    originOf,
    invalidation,
    clock,
    flushCounts,
  })
  const invitationEmails = createInvitationEmailService({
    repository: invitationRepository,
    invitations,
    timeZoneOf,
    brandOf,
    emails,
    tasks,
    rateLimits,
    clock,
    registration,
  })
  const mediaUrls = createMediaUrlService({ signer, clock })
  return { passes, access, guests, invitations, invitationEmails, mediaUrls }
}
