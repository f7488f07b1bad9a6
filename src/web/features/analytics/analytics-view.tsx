import { useQuery } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type PlanId, plans } from '#shared/plans.ts'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { CsvButton } from './csv-button.tsx'
import { DaysTable } from './days-table.tsx'
import { Figures } from './figures.tsx'
import { NotCounted } from './not-counted.tsx'
import { RankedList } from './ranked-list.tsx'
import { UpgradeHint } from './upgrade-hint.tsx'
import { VisitsChart } from './visits-chart.tsx'

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
  linkId?: string
  plan: PlanId
  head: (controls: ReactNode) => ReactNode
}

/** Covers all of the owner's links if `linkId` is omitted. */
export function AnalyticsView({ linkId, plan, head }: Props) {
  const [days, setDays] = useState(Math.min(30, plans[plan].allows.analytics.days))
  const [isTable, setIsTable] = useState(false)
  const { data, isPending, isError, refetch } = useQuery(ownerQueries.analytics(linkId, days))
  const options = periodsWithin(plans[plan].allows.analytics.days)

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
          {data.days && (
            <section aria-labelledby="per-day">
              <div className="mb-5 flex items-center justify-between gap-4">
                <h2 id="per-day" className="text-subhead">
                  Gallery views per day
                </h2>
                <Button kind="ghost" icon={Table2} className="-mr-3" onClick={() => setIsTable(!isTable)}>
                  {isTable ? 'Show as chart' : 'Show as table'}
                </Button>
              </div>
              {isTable ? <DaysTable days={data.days} /> : <VisitsChart days={data.days} />}
            </section>
          )}
          <div className="mt-16 grid gap-12 lg:grid-cols-[minmax(0,1fr)_24rem]">
            {data.images && (
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
              {data.referrers && (
                <RankedList
                  title="Where visitors come from"
                  empty="No referrers in this period."
                  items={data.referrers.map(({ host, visits }) => ({ key: host, name: host, value: visits }))}
                />
              )}
              {data.devices && (
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
              <UpgradeHint plan={plan} />
            </div>
          </div>
          <NotCounted leftOut={data.leftOut} />
        </>
      )}
    </>
  )
}
