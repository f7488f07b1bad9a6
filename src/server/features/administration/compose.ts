import type { AccountService } from '#server/features/accounts/accounts.service.ts'
import type { InstallationService } from '#server/features/accounts/installation.service.ts'
import type { PasswordResetService } from '#server/features/accounts/password-resets.service.ts'
import type { RegistrationService } from '#server/features/accounts/registrations.service.ts'
import type { SecondFactorService } from '#server/features/accounts/second-factors.service.ts'
import type { SessionService } from '#server/features/accounts/sessions.service.ts'
import type { BackupStatusService } from '#server/features/backups/backup-status.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { SubscriptionService } from '#server/features/subscriptions/subscriptions.service.ts'
import type { Base } from '#server/ports.ts'
import { readInstalled, running } from '#server/version.ts'
import { createAdministrationRepository } from './administration.repository.ts'
import { createAdministrationService } from './administration.service.ts'
import { createEmailCheckService } from './email-checks.service.ts'
import { createOverviewRepository } from './overview.repository.ts'
import { createRegistrationInvitationService } from './registration-invitations.service.ts'
import { createUpdateService } from './updates.service.ts'
import { createUserRepository } from './users.repository.ts'
import { createUserService } from './users.service.ts'

type Dependencies = Base & {
  emails: EmailService
  accounts: AccountService
  installation: InstallationService
  registrations: RegistrationService
  passwordResets: PasswordResetService
  secondFactors: SecondFactorService
  sessions: SessionService
  subscriptions: SubscriptionService
  links: LinkService
  backupStatus: BackupStatusService
}

export function composeAdministration(dependencies: Dependencies) {
  const {
    config,
    db,
    ports,
    log,
    emails,
    accounts,
    registrations,
    passwordResets,
    secondFactors,
    sessions,
    subscriptions,
    links,
    installation,
  } = dependencies
  const { clock, mailer, redactError, tasks, rateLimits, invalidation, storage, checkDatabase, hasDiskSpace } = ports
  const { publicUrl } = config
  const repository = createAdministrationRepository(db)
  const users = createUserService({
    users: createUserRepository(db),
    accounts,
    passwordResets,
    secondFactors,
    sessions,
    subscriptions,
    invalidation,
    clock,
  })
  const updates = createUpdateService({ running, readInstalled, releasesUrl: config.releasesUrl, log })
  const emailChecks = createEmailCheckService({
    administration: repository,
    emails,
    mailer,
    rateLimits,
    redactError,
    clock,
    log,
    publicUrl,
  })
  const administration = createAdministrationService({
    administration: repository,
    overview: createOverviewRepository(ports.replica),
    links,
    installation,
    mailer,
    backups: dependencies.backupStatus,
    updates,
    tasks,
    rateLimits,
    invalidation,
    clock,
    about: {
      databaseKind: config.database.kind,
      checkDatabase,
      storageKind: config.storage.kind,
      checkStorage: () => storage.check(),
      hasDiskSpace,
      dataDir: config.dataDir,
      publicUrl,
      version: running.version,
    },
  })
  const registrationInvitations = createRegistrationInvitationService({
    administration: repository,
    registrations,
    emails,
    tasks,
    clock,
    publicUrl,
    registration: installation.registration,
  })
  return { administration, registrationInvitations, users, updates, emailChecks }
}
