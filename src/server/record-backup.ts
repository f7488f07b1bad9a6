import { secretsOf } from './config/secrets.ts'
import { readConfig } from './config.ts'
import type { BackupResult } from './features/backups/backup-result.ts'
import { createBackupStatusService } from './features/backups/backup-status.service.ts'
import { createLastBackupRepository } from './features/backups/last-backups.repository.ts'
import { systemClock } from './platform/clock.ts'
import { openExistingDatabase } from './platform/database/database.ts'
import { createErrorRedactor } from './platform/redact.ts'

/** Records the result for administrators. A failure to record it doesn't fail the backup. */
export async function recordBackup(result: BackupResult) {
  try {
    const config = readConfig(process.env)
    const db = await openExistingDatabase(config.database)
    const status = createBackupStatusService({
      lastBackups: createLastBackupRepository(db),
      redactError: createErrorRedactor(secretsOf(config)),
      clock: systemClock,
      isScheduled: false,
    })
    await status.record(result).finally(() => db.destroy())
  } catch {
    if (result.ok)
      process.stderr.write("The backup is complete, but its status couldn't be recorded for administrators.\n")
  }
}
