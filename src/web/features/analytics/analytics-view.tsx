import { useQuery } from '@tanstack/react-query'
import { Download, Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type Analytics, getAnalyticsFile } from '#shared/analytics.ts'
import type { Link as SharedLink } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { type PlanId, plans } from '#shared/plans.ts'
import { urlOf } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { fetchFile, saveFile } from '#web/lib/files.ts'
import { browserTimeZone, count, formatNumber } from '#web/lib/formats.ts'
import { notify } from '#web/lib/notify.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { DaysTable } from './days-table.tsx'
import { RankedList } from './ranked-list.tsx'
import { ViewsChart } from './views-chart.tsx'

const periods = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
]

const periodsWithin = (days: number) => periods.filter((period) => period.days <= days)

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

const LoadingFigures = () => (
  <Loading label="Loading analytics">
    <div className="grid grid-cols-2 gap-6 pb-10 lg:grid-cols-4">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-16" />
      ))}
    </div>
    <Skeleton className="h-80" />
  </Loading>
)

type Props = {
  link?: Pick<SharedLink, '_id' | 'createdAt'>
  plan: PlanId
  head: (controls: ReactNode) => ReactNode
}

/** Covers all of the owner's links if `link` is omitted. */
export function AnalyticsView({ link, plan, head }: Props) {
  const linkId = link?._id
  const [days, setDays] = useState(Math.min(30, plans[plan].allows.analytics.days))
  const [isTable, setIsTable] = useState(false)
  const { data, isPending, isError, refetch } = useQuery(ownerQueries.analytics(linkId, days))
  const options = periodsWithin(plans[plan].allows.analytics.days)
  const shownDays = data?.days && (link ? daysSince(link.createdAt, data.days) : data.days)
  const isEmpty = data && data.totals.visits + data.totals.imageViews + data.totals.downloads === 0

  return (
    <>
      {head(
        <>
          <Segment
            label="Period"
            options={options.map((period) => ({ value: String(period.days), label: period.label }))}
            value={String(days)}
            onChange={(value) => setDays(Number(value))}
          />
          {linkId && plans[plan].allows.analytics.level === 'premium' && <CsvButton linkId={linkId} />}
        </>,
      )}
      {isPending && <LoadingFigures />}
      {isError && !data && (
        <Failure sentence="Couldn't load analytics. Please try again." onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <Figures totals={data.totals} previous={data.previous} days={days} />
          {isEmpty && <NothingYet days={days} isOneLink={linkId !== undefined} />}
          {shownDays && !isEmpty && (
            <section aria-labelledby="per-day">
              <div className="mb-5 flex items-center justify-between gap-4">
                <h2 id="per-day" className="text-subhead">
                  Gallery views per day
                </h2>
                <Button kind="ghost" icon={Table2} className="-mr-3" onClick={() => setIsTable(!isTable)}>
                  {isTable ? 'Show as chart' : 'Show as table'}
                </Button>
              </div>
              {isTable ? <DaysTable days={shownDays} /> : <ViewsChart days={shownDays} />}
            </section>
          )}
          <div className="mt-16 grid gap-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
            {data.images && !isEmpty && (
              <RankedList
                title="Top images"
                empty="No image views in this period."
                items={data.images.map(({ _id, title, thumbnailUrl, views }) => ({
                  key: _id,
                  name: title || 'Untitled',
                  value: views,
                  thumbnailUrl,
                }))}
              />
            )}
            <div className="grid content-start gap-12">
              {data.referrers && !isEmpty && (
                <RankedList
                  title="Where visitors come from"
                  empty="No referrers in this period."
                  items={data.referrers.map(({ host, visits }) => ({ key: host, name: host, value: visits }))}
                />
              )}
              {data.devices && !isEmpty && (
                <RankedList
                  title="Devices"
                  empty="No gallery views in this period."
                  items={data.devices.map(({ kind, visits }) => ({
                    key: kind,
                    name: capitalized(kind),
                    value: visits,
                  }))}
                />
              )}
              {data.invitations && data.invitations.length > 0 && !isEmpty && (
                <RankedList
                  title="Invitations"
                  empty=""
                  items={data.invitations.map(({ _id, name, linkTitle, visits }) => ({
                    key: _id,
                    name,
                    value: visits,
                    ...(!linkId && { caption: linkTitle }),
                  }))}
                />
              )}
              <UpgradeHint plan={plan} />
            </div>
          </div>
          <NotCounted leftOut={data.leftOut} />
        </>
      )}
    </>
  )
}

const minDays = 7

/** Leaves out the days before the link was created, but keeps a week, so there's a line to draw. */
function daysSince(createdAt: string, days: NonNullable<Analytics['days']>) {
  const first = new Intl.DateTimeFormat('sv', { timeZone: browserTimeZone() }).format(new Date(createdAt))
  return days.filter(({ date }, index) => date >= first || index >= days.length - minDays)
}

const NothingYet = ({ days, isOneLink }: { days: number; isOneLink: boolean }) => (
  <section aria-labelledby="no-views" className="max-w-measure border-line border-t pt-8">
    <h2 id="no-views" className="text-subhead">
      No views in the last {days} days
    </h2>
    <p className="mt-2 text-ink-2">
      Share {isOneLink ? 'the link' : 'one of your links'}, and you'll see here when people open it. Your own views
      don't count.
    </p>
  </section>
)

const figures = [
  ['visits', 'gallery views'],
  ['visitors', 'unique visitors'],
  ['imageViews', 'image views'],
  ['downloads', 'downloads'],
] as const

function comparison(now: number, before: number, days: number) {
  if (now === before) return 'no change'
  if (before === 0) return 'no earlier data'
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  if (percent === 0) return 'almost no change'
  return `${now > before ? '+' : '−'}${formatNumber(percent)}% vs. previous ${days} days`
}

function Figures({ totals, previous, days }: Pick<Analytics, 'totals' | 'previous'> & { days: number }) {
  const hasPrevious = figures.some(([key]) => previous[key])
  return (
    <div className="pb-10">
      <dl
        aria-label={`Totals for ${days} days`}
        className="grid grid-cols-2 gap-6 lg:grid-cols-4"
        title={`Compared with the previous ${days} days`}
      >
        {figures.flatMap(([key, noun]) => {
          const value = totals[key]
          // The API omits totals that the plan doesn't include.
          if (value === undefined) return []
          return (
            <div key={key} className="flex flex-col-reverse justify-end">
              <dt className="text-ink-2 text-ui">{noun}</dt>
              <dd>
                <span className="block font-medium text-[2.25rem] leading-[1.1] tracking-[-0.035em]">
                  {formatNumber(value)}
                </span>
              </dd>
              {hasPrevious && (
                <dd className="order-first text-caption text-ink-3">{comparison(value, previous[key] ?? 0, days)}</dd>
              )}
            </div>
          )
        })}
      </dl>
      {!hasPrevious && <p className="mt-4 text-caption text-ink-3">There's no earlier data to compare with.</p>}
    </div>
  )
}

const offers = {
  free: {
    name: 'Plus',
    sentence: 'Daily views and visitors for the last 90 days, plus your most-viewed images.',
  },
  plus: {
    name: 'Gold',
    sentence: 'A full year instead of 90 days, where visitors come from, which devices they use, and CSV export.',
  },
}

function UpgradeHint({ plan }: { plan: PlanId }) {
  const sellsPlans = useSellsPlans()
  if (plan === 'gold' || !sellsPlans) return null
  const { name, sentence } = offers[plan]
  return (
    <aside aria-label={`More with ${name}`} className="grid content-start justify-items-start gap-4">
      <h2 className="text-subhead">More with {name}</h2>
      <p className="max-w-measure text-ink-2 text-ui">{sentence}</p>
      <Link className={buttonStyle.plain} to={pages.subscription}>
        See {name}
      </Link>
    </aside>
  )
}

function CsvButton({ linkId }: { linkId: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      const address = urlOf(getAnalyticsFile.url, {
        params: { id: linkId },
        query: { days: 365, tz: browserTimeZone() },
      })
      saveFile(await fetchFile(address), 'analytics.csv')
    } catch (error) {
      await notify('error', errorMessage(error, "Couldn't load analytics. Please try again."))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Button icon={Download} busy={isBusy && 'Preparing'} onClick={save}>
      Download CSV
    </Button>
  )
}

const NotCounted = ({ leftOut: { bots, owner, repeats } }: Pick<Analytics, 'leftOut'>) => (
  <p className="mt-12 max-w-measure border-line border-t pt-6 text-caption text-ink-3">
    Not counted in this period: {count(bots, 'request')} from bots and link previews, {formatNumber(owner)} of your own,
    and {count(repeats, 'repeat view')} (same person within half an hour). Unique visitors are counted per day. We don't
    track people across days.
  </p>
)
