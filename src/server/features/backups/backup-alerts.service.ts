import type { EmailService } from '#server/features/emails/emails.service.ts'
import { type Clock, days, instantIn, instantNow } from '#server/platform/clock.ts'
import type { Tasks } from '#server/platform/database/tasks.ts'
import type { BackupStatusService } from './backup-status.service.ts'
import { backupAlertEmail } from './emails/backup-alert.ts'
import type { LastBackup, LastBackupRepository, Outcome } from './last-backups.repository.ts'

type Dependencies = {
  lastBackups: LastBackupRepository
  status: Pick<BackupStatusService, 'read'>
  listAdministrators: () => Promise<string[]>
  emails: EmailService
  tasks: Tasks
  clock: Clock
  publicUrl: string
}

const minAlertIntervalMs = days(1)

/**
 * Emails administrators when a backup fails or the newest one is too old. Each kind of alert is sent once until the
 * next successful backup.
 */
export function createBackupAlertService(dependencies: Dependencies) {
  const { lastBackups, status, listAdministrators, emails, tasks, clock, publicUrl } = dependencies

  const alertMail = tasks.define<{ email: string }>('backup-alert-mail', async ({ email }) => {
    const { failure, last, isLate } = await status.read()
    // A backup has succeeded since the task was queued.
    if (!failure && !isLate) return
    const content = backupAlertEmail({
      failure: failure?.sentence,
      lastAt: last?.finishedAt,
      host: new URL(publicUrl).host,
      url: `${publicUrl}/admin`,
    })
    await emails.send({ kind: 'backup-alert', to: email, content })
  })

  async function findDue(): Promise<{ outcome: Outcome; last: LastBackup } | undefined> {
    const { finished, failed } = await lastBackups.read()
    const alertedSince = (instant: string) =>
      [finished, failed].some((last) => last?.alertedAt != null && last.alertedAt > instant)
    if (alertedSince(instantIn(clock, -minAlertIntervalMs))) return undefined
    const { failure, isLate } = await status.read()
    const workedAt = finished?.finishedAt ?? ''
    const isNew = ({ alertedAt }: LastBackup) => alertedAt === null || alertedAt < workedAt
    if (failure && failed && isNew(failed)) return { outcome: 'failed', last: failed }
    if (isLate && finished && isNew(finished)) return { outcome: 'finished', last: finished }
    return undefined
  }

  return {
    async check() {
      const due = await findDue()
      if (!due) return
      const emails = await listAdministrators()
      await lastBackups.transaction(async (tx) => {
        if (!(await tx.claimAlert(due.outcome, due.last.alertedAt, instantNow(clock)))) return
        for (const email of emails) await tx.insertTask(alertMail({ email }))
      })
      tasks.nudge()
    },
  }
}
