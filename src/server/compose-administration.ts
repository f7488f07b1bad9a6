import type { Config } from './config.ts'
import type { AccountService } from './features/accounts/accounts.service.ts'
import type { PasswordResetService } from './features/accounts/password-resets.service.ts'
import type { RegistrationService } from './features/accounts/registrations.service.ts'
import { createAdministrationRepository } from './features/administration/administration.repository.ts'
import { createAdministrationService } from './features/administration/administration.service.ts'
import { createEmailCheckService } from './features/administration/email-checks.service.ts'
import { createOverviewRepository } from './features/administration/overview.repository.ts'
import { createRegistrationInvitationService } from './features/administration/registration-invitations.service.ts'
import { createUpdateService } from './features/administration/updates.service.ts'
import { createUserRepository } from './features/administration/users.repository.ts'
import { createUserService } from './features/administration/users.service.ts'
import { createBackupAlertService } from './features/backups/backup-alerts.service.ts'
import type { BackupResult } from './features/backups/backup-result.ts'
import { createBackupStatusService } from './features/backups/backup-status.service.ts'
import { createLastBackupRepository } from './features/backups/last-backups.repository.ts'
import type { EmailService } from './features/emails/emails.service.ts'
import type { LinkService } from './features/links/links.service.ts'
import type { SubscriptionService } from './features/subscriptions/subscriptions.service.ts'
import type { Log } from './platform/concurrency/job.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'
import { readInstalled, running } from './version.ts'

type Dependencies = {
  config: Config
  db: Database
  ports: Ports
  accounts: AccountService
  registrations: RegistrationService
  passwordResets: PasswordResetService
  subscriptions: SubscriptionService
  links: LinkService
  checkDatabase: () => Promise<unknown>
  emails: EmailService
  hasDiskSpace: () => Promise<boolean>
  log: Log
}

export function composeAdministration({
  config,
  db,
  ports,
  registrations,
  links,
  checkDatabase,
  emails,
  hasDiskSpace,
  log,
  ...services
}: Dependencies) {
  const { clock, mailer, redactError, tasks, rateLimits, invalidation, storage } = ports
  const { publicUrl } = config
  const repository = createAdministrationRepository(db)
  const users = createUserService({ users: createUserRepository(db), links, clock, ...services })
  const updates = createUpdateService({ running, readInstalled, releasesUrl: config.releasesUrl, log })
  const lastBackups = createLastBackupRepository(db)
  const isScheduled = config.dailyBackup !== undefined
  const backupStatus = createBackupStatusService({ lastBackups, redactError, clock, isScheduled })
  const backupAlerts = createBackupAlertService({
    lastBackups,
    status: backupStatus,
    listAdministrators: users.listAdministrators,
    emails,
    tasks,
    clock,
    publicUrl,
  })
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
    mailer,
    backups: backupStatus,
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
      registration: config.registration,
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
    registration: config.registration,
  })
  return {
    administration,
    registrationInvitations,
    users,
    updates,
    emailChecks,
    backupStatus,
    backupAlerts,
    async noteBackup(result: BackupResult) {
      await backupStatus.record(result)
      await backupAlerts.check()
    },
  }
}
