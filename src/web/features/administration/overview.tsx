import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Overview } from '#shared/administration.ts'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count, formatNumber } from '#web/lib/formats.ts'
import { administrationQueries } from '#web/lib/queries/administration.ts'
import { formatStorage } from '#web/lib/storage-size.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { InvitationsToRegister, Registration } from './registration.tsx'
import { isSetUp, Setup } from './setup.tsx'
import { SystemStatus } from './system-status.tsx'

const Figure = ({ value, noun, more = '' }: { value: number; noun: string; more?: string }) => (
  <div>
    <b className="block font-medium text-[2.25rem] leading-11 tracking-[-0.03em]">{formatNumber(value)}</b>
    <span className="text-ink-2 text-ui">
      {value === 1 ? noun : `${noun}s`}
      {more}
    </span>
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
    return <Failure sentence={errorMessage(error, "Couldn't load server status.")} onRetry={() => void refetch()} />
  }
  if (!data) {
    return (
      <Loading label="Loading overview">
        <Skeleton className="h-120" />
      </Loading>
    )
  }
  return (
    <>
      <ProblemNotice overview={data} />
      {!isSetUp(data) && <Setup overview={data} />}
      <section aria-label="Totals" className="grid grid-cols-2 gap-x-4 gap-y-8 pb-12 lg:grid-cols-4">
        <Figure value={data.accounts} noun="account" more={`, ${formatNumber(data.newAccounts)} new this week`} />
        <Figure value={data.links} noun="link" />
        <Figure value={data.images} noun="image" />
        <Figure value={data.visitsToday} noun="gallery view" more=" today" />
      </section>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SystemStatus overview={data} />
        <aside aria-label="Disk and registration" className="grid content-start gap-10">
          <Disk disk={data.disk} />
          {isSetUp(data) ? (
            <Registration overview={data} />
          ) : (
            data.registration === 'invited' && <InvitationsToRegister />
          )}
        </aside>
      </div>
    </>
  )
}

const Disk = ({ disk: { usedBytes, totalBytes, isLow } }: { disk: Overview['disk'] }) => (
  <section aria-labelledby="disk" className="grid gap-3">
    <div className="flex items-baseline justify-between gap-4">
      <h2 id="disk" className="text-subhead">
        Disk
      </h2>
      <span className="text-ink-2 text-ui tabular-nums">
        {formatStorage(usedBytes)} of {formatStorage(totalBytes)}
      </span>
    </div>
    <UsageBar
      label="Disk used, in gigabytes"
      used={Math.round(usedBytes / 1e9)}
      limit={Math.max(1, Math.round(totalBytes / 1e9))}
    />
    {isLow && <p className="text-caption text-ink-3">Uploads are blocked until you free up space.</p>}
  </section>
)

function ProblemNotice({ overview: { mail, backups, tasks } }: { overview: Overview }) {
  const failing = mail.failing + tasks.failing
  const problems = [
    backups.failure ? 'the last backup failed' : backups.isLate && 'the newest backup is older than 36 hours',
    mail.failing > 0 && `${count(mail.failing, 'email')} couldn't be sent`,
    tasks.failing > 0 && `${count(tasks.failing, 'job')} failed`,
  ].filter((problem) => problem !== false)
  if (problems.length === 0) return null
  const sentence = new Intl.ListFormat('en').format(problems)
  return (
    <div className="pb-8">
      <Notice tone="danger">
        {sentence.charAt(0).toUpperCase() + sentence.slice(1)}.{' '}
        {failing > 0 && (
          <Link className="underline" to={pages.adminLog}>
            See why
          </Link>
        )}
      </Notice>
    </div>
  )
}
