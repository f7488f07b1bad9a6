import type { RegistrationMode } from '#shared/config.ts'
import { createAccessService } from './features/access/access.service.ts'
import { createGuestRepository } from './features/access/guests.repository.ts'
import { createGuestService } from './features/access/guests.service.ts'
import { createInvitationEmailService } from './features/access/invitation-emails.service.ts'
import { createInvitationRepository } from './features/access/invitations.repository.ts'
import { createInvitationService } from './features/access/invitations.service.ts'
import { createPassRepository } from './features/access/passes.repository.ts'
import { createPassService } from './features/access/passes.service.ts'
import { createUnlockingService } from './features/access/unlocking.service.ts'
import type { EventService } from './features/activity/events.service.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import type { Log } from './platform/concurrency/job.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'

type Dependencies = {
  db: Database
  ports: Ports
  events: EventService
  emails: EmailService
  publicUrl: string
  registration: RegistrationMode
  log: Log
  flushCounts: () => Promise<void>
}

export function composeAccess(dependencies: Dependencies) {
  const { db, ports, events, emails, publicUrl, registration, log, flushCounts } = dependencies
  const { clock, tasks, rateLimits, passwords, signer, invalidation } = ports
  const passRepository = createPassRepository(db)
  const passes = createPassService({ passes: passRepository, invalidation, clock })
  const invitationRepository = createInvitationRepository(db)
  const access = createAccessService({ passes, invitations: invitationRepository, clock })
  const unlocking = createUnlockingService({
    repository: passRepository,
    passes,
    passwords,
    rateLimits,
    clock,
    onGuessing: async (link) => {
      log.warn({ linkId: link.id }, 'many wrong passwords tried on a link')
      await events.record({ kind: 'guessing', link })
    },
  })
  const guests = createGuestService({ guests: createGuestRepository(db), passes, passRepository, rateLimits, clock })
  const invitations = createInvitationService({
    invitations: invitationRepository,
    passes,
    signer,
    publicUrl,
    invalidation,
    clock,
    flushCounts,
  })
  const invitationEmails = createInvitationEmailService({
    repository: invitationRepository,
    invitations,
    emails,
    tasks,
    rateLimits,
    clock,
    registration,
  })
  return { passes, access, guests, unlocking, invitations, invitationEmails }
}
