import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type Overview, retryTasks } from '#shared/administration.ts'
import { call } from '#web/lib/api.ts'
import { thrownMessage } from '#web/lib/error-message.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { BackupRow } from './backup-row.tsx'
import { EmailRow } from './email-row.tsx'
import { HealthRow } from './health-row.tsx'
import { jobsText, stateOfJobs } from './job-status.ts'
import { VersionRow } from './version-row.tsx'

const kinds: Record<string, string> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  disk: 'On this server',
  s3: 'S3 bucket',
}

const responseText = ({ kind, isGood, answersInMs }: Overview['database']) =>
  `${kinds[kind] ?? kind}, ${isGood ? `responds in ${formatNumber(answersInMs)} ms` : 'not responding'}`

export function SystemStatus({ overview }: { overview: Overview }) {
  const { database, storage, mail, backups, tasks } = overview
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
        <EmailRow mail={mail} onRetry={() => void tryAgain()} onTested={refresh} />
        <BackupRow backups={backups} />
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
