import type { Config } from './config.ts'
import type { AccountService } from './features/accounts/accounts.service.ts'
import type { PasswordResetService } from './features/accounts/password-resets.service.ts'
import type { RegistrationService } from './features/accounts/registrations.service.ts'
import { createAdministrationRepository } from './features/administration/administration.repository.ts'
import { createAdministrationService } from './features/administration/administration.service.ts'
import { createOverviewRepository } from './features/administration/overview.repository.ts'
import { createRegistrationInvitationService } from './features/administration/registration-invitations.service.ts'
import { createUserRepository } from './features/administration/users.repository.ts'
import { createUserService } from './features/administration/users.service.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import type { LinkService } from './features/links/links.service.ts'
import type { SubscriptionService } from './features/subscriptions/subscriptions.service.ts'
import { type Database, pingDatabase } from './platform/database/database.ts'
import type { Ports } from './ports.ts'
import { version } from './version.ts'

type Surroundings = {
  config: Config
  db: Database
  ports: Ports
  accounts: AccountService
  registrations: RegistrationService
  passwordResets: PasswordResetService
  subscriptions: SubscriptionService
  links: LinkService
  emails: EmailService
  hasDiskRoom: () => Promise<boolean>
}

/** What whoever runs the server sees and does in the app. */
export function composeAdministration({
  config,
  db,
  ports,
  registrations,
  links,
  emails,
  hasDiskRoom,
  ...services
}: Surroundings) {
  const { clock, mailer, tasks, rateLimits, invalidation, storage } = ports
  const repository = createAdministrationRepository(db)
  const administration = createAdministrationService({
    administration: repository,
    overview: createOverviewRepository(ports.replica),
    links,
    mailer,
    tasks,
    rateLimits,
    invalidation,
    clock,
    about: {
      databaseKind: config.database.kind,
      checkDatabase: () => pingDatabase(db),
      storageKind: config.storage.kind,
      checkStorage: () => storage.check(),
      hasDiskRoom,
      dataDir: config.dataDir,
      registration: config.registration,
      version,
    },
  })
  const registrationInvitations = createRegistrationInvitationService({
    administration: repository,
    registrations,
    emails,
    tasks,
    clock,
    publicUrl: config.publicUrl,
    registration: config.registration,
  })
  const users = createUserService({ users: createUserRepository(db), links, clock, ...services })
  return { administration, registrationInvitations, users }
}
