import type { BackupStatus } from '#shared/administration.ts'
import { count, formatAgo, formatBytes, formatMinute } from '#web/lib/formats.ts'
import { formatGigabytes } from './gigabytes.ts'
import { HealthRow, type HealthState } from './health-row.tsx'

const gigabyte = 1e9

function formatDuration(ms: number) {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 120 ? count(seconds, 'second') : count(Math.round(seconds / 60), 'minute')
}

function stateOf({ last, failure, isLate, isScheduled }: BackupStatus): { state: HealthState; word?: string } {
  if (failure) return { state: 'failing', word: 'Failed' }
  if (isLate) return { state: 'failing', word: 'Late' }
  return last || isScheduled ? { state: 'good' } : { state: 'missing', word: 'Off' }
}

const lastBackupText = ({ finishedAt, bytes, durationMs }: NonNullable<BackupStatus['last']>) => {
  const size = bytes < gigabyte ? formatBytes(bytes) : formatGigabytes(bytes)
  return `${formatAgo(finishedAt)}, ${size} in ${formatDuration(durationMs)}.`
}

function sentenceOf({ last, failure, nextAt, isScheduled }: BackupStatus) {
  if (failure) return `${formatMinute(failure.at)}: ${failure.sentence}`
  if (last) return `Last: ${lastBackupText(last)}${nextAt ? ` Next: ${formatMinute(nextAt)}.` : ''}`
  if (isScheduled) return 'The first backup runs within the hour.'
  return (
    <>
      There's no backup of this server. Set <code>BACKUP_DAILY</code> to a folder, then restart.
    </>
  )
}

const detailOf = ({ last, failure, nextAt }: BackupStatus) =>
  failure
    ? [
        nextAt && `Next try: ${formatMinute(nextAt)}.`,
        last ? `Last successful backup: ${lastBackupText(last)}` : "There's no earlier backup.",
      ]
        .filter(Boolean)
        .join(' ')
    : undefined

export const BackupRow = ({ backups }: { backups: BackupStatus }) => (
  <HealthRow title="Backups" sentence={sentenceOf(backups)} detail={detailOf(backups)} {...stateOf(backups)} />
)
