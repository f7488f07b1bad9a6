import type { AccountService } from '#server/features/accounts/accounts.service.ts'
import type { EmailService } from '#server/features/emails/emails.service.ts'
import type { Base } from '#server/ports.ts'
import { createBackupAlertService } from './backup-alerts.service.ts'
import type { BackupResult } from './backup-result.ts'
import { createBackupStatusService } from './backup-status.service.ts'
import { createLastBackupRepository } from './last-backups.repository.ts'

type Dependencies = Base & { emails: EmailService; accounts: AccountService }

export function composeBackups({ config, db, ports, emails, accounts }: Dependencies) {
  const { clock, tasks, redactError } = ports
  const lastBackups = createLastBackupRepository(db)
  const isScheduled = config.dailyBackup !== undefined
  const backupStatus = createBackupStatusService({ lastBackups, redactError, clock, isScheduled })
  const backupAlerts = createBackupAlertService({
    lastBackups,
    status: backupStatus,
    listAdministrators: accounts.listAdministrators,
    emails,
    tasks,
    clock,
    publicUrl: config.publicUrl,
  })
  return {
    backupStatus,
    backupAlerts,
    async noteBackup(result: BackupResult) {
      await backupStatus.record(result)
      await backupAlerts.check()
    },
  }
}
