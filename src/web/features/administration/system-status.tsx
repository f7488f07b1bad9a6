import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type BackupStatus, type Overview, retryTasks } from '#shared/administration.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { count, formatAgo, formatMinute, formatNumber } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { formatStorage } from '#web/lib/storage-size.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailRow } from './email-row.tsx'
import { HealthRow, type HealthState, jobsText, stateOfJobs } from './health-row.tsx'
import { BackupHowTo } from './how-to.tsx'
import { stepsOf } from './setup.tsx'

const kinds: Record<string, string> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  disk: 'Local disk',
  s3: 'S3 bucket',
}

const responseText = ({ kind, isGood, answersInMs }: Overview['database']) =>
  `${kinds[kind] ?? kind}, ${isGood ? `responds in ${formatNumber(answersInMs)} ms` : "isn't responding"}`

/** Omits email and backups while the setup list asks for them, unless something failed. */
export function SystemStatus({ overview }: { overview: Overview }) {
  const { database, storage, mail, backups, tasks } = overview
  const steps = stepsOf(overview)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.administration })
  const tryAgain = async () => {
    try {
      const { data } = await call(retryTasks)
      void notify('success', data.message)
      await refresh()
    } catch (error) {
      void notify('error', thrownMessage(error, "That didn't work. Please try again."))
    }
  }
  return (
    <section aria-labelledby="system-status">
      <h2 id="system-status" className="mb-3 text-subhead">
        System status
      </h2>
      <ul className="border-line border-b">
        <HealthRow title="Database" sentence={responseText(database)} state={database.isGood ? 'good' : 'failing'} />
        <HealthRow title="File storage" sentence={responseText(storage)} state={storage.isGood ? 'good' : 'failing'} />
        {(steps.email || mail.failing > 0) && (
          <EmailRow mail={mail} onRetry={() => void tryAgain()} onTested={refresh} />
        )}
        {(steps.backups || backups.failure) && <BackupRow backups={backups} />}
        <HealthRow title="Background jobs" sentence={jobsText(tasks)} state={stateOfJobs(tasks)}>
          {tasks.failing > 0 && mail.failing === 0 && (
            <div>
              <Button icon={RotateCw} onClick={() => void tryAgain()}>
                Try again now
              </Button>
            </div>
          )}
        </HealthRow>
        <VersionRow {...overview} />
      </ul>
    </section>
  )
}

function formatDuration(ms: number) {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 120 ? count(seconds, 'second') : count(Math.round(seconds / 60), 'minute')
}

function backupState({ last, failure, isLate, isScheduled }: BackupStatus): { state: HealthState; word?: string } {
  if (failure) return { state: 'failing', word: 'Failed' }
  if (isLate) return { state: 'failing', word: 'Late' }
  return last || isScheduled ? { state: 'good' } : { state: 'missing', word: 'Off' }
}

const lastBackupText = ({ finishedAt, bytes, durationMs }: NonNullable<BackupStatus['last']>) => {
  return `${formatAgo(finishedAt)}, ${formatStorage(bytes)} in ${formatDuration(durationMs)}.`
}

function backupText({ last, failure, nextAt, isScheduled }: BackupStatus) {
  if (failure) return `${formatMinute(failure.at)}: ${failure.sentence}`
  if (last) return `Last: ${lastBackupText(last)}${nextAt ? ` Next: ${formatMinute(nextAt)}.` : ''}`
  if (isScheduled) return 'The first backup runs within the hour.'
  return "There's no backup of this server."
}

const backupDetail = ({ last, failure, nextAt }: BackupStatus) =>
  failure
    ? [
        nextAt && `Next try: ${formatMinute(nextAt)}.`,
        last ? `Last successful backup: ${lastBackupText(last)}` : "There's no earlier backup.",
      ]
        .filter(Boolean)
        .join(' ')
    : undefined

const BackupRow = ({ backups }: { backups: BackupStatus }) => (
  <HealthRow title="Backups" sentence={backupText(backups)} detail={backupDetail(backups)} {...backupState(backups)}>
    {!backups.isScheduled && !backups.last && <BackupHowTo />}
  </HealthRow>
)

const shortCommit = (commit: string | null) => (commit ? ` (${commit.slice(0, 7)})` : '')

function VersionRow({ version, update: { commit, installed, latest } }: Pick<Overview, 'version' | 'update'>) {
  const running = `${version}${shortCommit(commit)}`
  if (installed) {
    const sentence = `${running} is running. Version ${installed.version}${shortCommit(installed.commit)} is installed: restart to use it.`
    return <HealthRow title="Version" sentence={sentence} state="update" word="Restart needed" />
  }
  if (!latest) return <HealthRow title="Version" sentence={running} state="good" />
  const notes = latest.url ? (
    <>
      {running}.{' '}
      <a className="underline" href={latest.url} rel="noreferrer">
        See what's new in {latest.version}
      </a>
    </>
  ) : (
    running
  )
  return <HealthRow title="Version" sentence={notes} state="update" word={`${latest.version} is out`} />
}
