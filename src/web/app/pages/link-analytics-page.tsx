import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath, Link, useParams } from 'react-router'
import { pages } from '#shared/pages.ts'
import { AnalyticsView } from '#web/features/analytics/analytics-view.tsx'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { usePlanId } from '#web/lib/use-subscription.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

export function LinkAnalyticsPage() {
  const { linkId = '' } = useParams()
  const plan = usePlanId()
  const link = useQuery(ownerQueries.link(linkId))
  const head = (controls?: ReactNode) => (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-8">
      {link.data && (
        <Link
          className="link inline-flex min-h-11 min-w-0 max-w-full items-center gap-1.5 justify-self-start text-ui"
          to={generatePath(pages.editLink, { linkId })}
        >
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          <span dir="auto" className="truncate">
            {link.data.title}
          </span>
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
        <h1 className="text-title">Analytics</h1>
        <div className="flex flex-wrap gap-3">{controls}</div>
      </div>
    </header>
  )
  return (
    <div className="page">
      <title>Analytics · Framelight</title>
      {!link.isError && plan && link.data ? (
        <AnalyticsView linkId={linkId} plan={plan} head={head} />
      ) : (
        <>
          {head()}
          {link.isError ? (
            <Failure sentence="Unable to fetch the link" onRetry={() => void link.refetch()} />
          ) : (
            <Spinner />
          )}
        </>
      )}
    </div>
  )
}
