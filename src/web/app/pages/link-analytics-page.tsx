import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
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
  return (
    <div className="page">
      <title>Analytics · Framelight</title>
      <header className="grid grid-cols-[minmax(0,1fr)] gap-4 pt-[clamp(1.75rem,4vw,3.5rem)] pb-6">
        {link.data && (
          <Link
            className="link inline-flex min-h-11 min-w-0 max-w-full items-center gap-1.5 justify-self-start text-ui"
            to={generatePath(pages.editLink, { linkId })}
          >
            <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span className="truncate">{link.data.title}</span>
          </Link>
        )}
        <h1 className="text-title">Analytics</h1>
      </header>
      {link.isError && <Failure sentence="Unable to fetch the link" onRetry={() => void link.refetch()} />}
      {!link.isError && (plan && link.data ? <AnalyticsView linkId={linkId} plan={plan} /> : <Spinner />)}
    </div>
  )
}
