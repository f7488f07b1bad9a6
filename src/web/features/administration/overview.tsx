import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type Overview, retryTasks } from '#shared/administration.ts'
import { call } from '#web/lib/api.ts'
import { formatAgo, formatNumber } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { saidOr, sentenceOf } from '#web/lib/sentence.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { formatGigabytes } from './gigabytes.ts'
import { HealthRow, type HealthState } from './health-row.tsx'
import { Registration } from './registration.tsx'

/** Work that has waited for so long is not being done. */
const slowAfterMs = 10 * 60 * 1000

const kinds: Record<string, string> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  disk: 'Files on this machine',
  s3: 'A bucket of S3',
}

const stateOf = ({ waiting, failing, oldestAt }: Overview['tasks']): HealthState =>
  failing > 0 ? 'failing' : waiting > 0 && oldestAt && Date.now() - Date.parse(oldestAt) > slowAfterMs ? 'slow' : 'good'

const waitingWords = ({ waiting, failing, oldestAt }: Overview['tasks']) =>
  [
    `${formatNumber(waiting)} waiting, ${failing === 0 ? 'none' : formatNumber(failing)} failing.`,
    oldestAt && `The oldest came ${formatAgo(oldestAt)}.`,
  ]
    .filter(Boolean)
    .join(' ')

const answerWords = ({ kind, isGood, answersInMs }: Overview['database']) =>
  isGood
    ? `${kinds[kind] ?? kind}, answers in ${formatNumber(answersInMs)} ms`
    : `${kinds[kind] ?? kind}, does not answer`

const Figure = ({ value, words }: { value: number; words: string }) => (
  <div>
    <b className="block font-medium text-[2.25rem] leading-11 tracking-[-0.03em] tabular-nums">{formatNumber(value)}</b>
    <span className="text-ink-2 text-ui">{words}</span>
  </div>
)

export const OverviewPage = () => (
  <AdminFrame title="Administration">
    <OverviewContent />
  </AdminFrame>
)

function OverviewContent() {
  const { data, error, refetch } = useQuery(administrationQueries.overview)
  if (!data && error) {
    return (
      <Failure sentence={sentenceOf(error, 'How the server is could not be fetched.')} onRetry={() => void refetch()} />
    )
  }
  if (!data) {
    return (
      <Loading label="Loading the overview">
        <Skeleton className="h-120" />
      </Loading>
    )
  }
  return (
    <>
      <section aria-label="Totals" className="grid grid-cols-2 gap-x-4 gap-y-8 pb-12 lg:grid-cols-4">
        <Figure value={data.accounts} words={`accounts, ${formatNumber(data.newAccounts)} new this week`} />
        <Figure value={data.links} words="links" />
        <Figure value={data.images} words="images" />
        <Figure value={data.visitsToday} words="visits today" />
      </section>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Health overview={data} />
        <aside aria-label="Disk and registration" className="grid content-start gap-10">
          <Disk disk={data.disk} />
          <Registration mode={data.registration} />
        </aside>
      </div>
    </>
  )
}

function Health({ overview: { database, storage, mail, tasks, version } }: { overview: Overview }) {
  const queryClient = useQueryClient()
  const tryAgain = async () => {
    try {
      const { data } = await call(retryTasks)
      void notify('success', data.message)
      await queryClient.invalidateQueries({ queryKey: queryKeys.administration })
    } catch (error) {
      void notify('error', saidOr(error, 'That did not work. Please try again.'))
    }
  }
  const again = (
    <Button icon={RotateCw} onClick={tryAgain}>
      Try again now
    </Button>
  )
  return (
    <section aria-labelledby="how-it-runs">
      <h2 id="how-it-runs" className="mb-3 text-subhead">
        How it runs
      </h2>
      <ul className="border-line border-b">
        <HealthRow title="Database" sentence={answerWords(database)} state={database.isGood ? 'good' : 'failing'} />
        <HealthRow title="Picture store" sentence={answerWords(storage)} state={storage.isGood ? 'good' : 'failing'} />
        <HealthRow
          title="Mail"
          sentence={mail.isDelivered ? waitingWords(mail) : `${waitingWords(mail)} Written to a folder, not sent.`}
          state={stateOf(mail)}
        >
          {mail.failing > 0 && again}
        </HealthRow>
        <HealthRow title="Tasks" sentence={waitingWords(tasks)} state={stateOf(tasks)}>
          {tasks.failing > 0 && mail.failing === 0 && again}
        </HealthRow>
        <HealthRow title="Version" sentence={version} state="good" />
      </ul>
    </section>
  )
}

const Disk = ({ disk: { usedBytes, totalBytes, isLow } }: { disk: Overview['disk'] }) => (
  <section aria-labelledby="disk" className="grid gap-3">
    <div className="flex items-baseline justify-between gap-4">
      <h2 id="disk" className="text-subhead">
        Disk
      </h2>
      <span className="text-ink-2 text-ui tabular-nums">
        {formatGigabytes(usedBytes)} of {formatGigabytes(totalBytes)}
      </span>
    </div>
    <UsageBar
      label="Disk used, in gigabytes"
      used={Math.round(usedBytes / 1e9)}
      limit={Math.max(1, Math.round(totalBytes / 1e9))}
    />
    <p className="text-caption text-ink-3">
      {isLow ? 'Uploads are refused until there is room again.' : `${formatGigabytes(totalBytes - usedBytes)} free.`}
    </p>
  </section>
)
