import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { AnalyticsView } from '#web/features/analytics/analytics-view.tsx'
import { ownerQueries } from '#web/lib/queries/owner.ts'
import { usePlanId } from '#web/lib/use-subscription.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LinkPageHead } from './link-page-head.tsx'

export function LinkAnalyticsPage() {
  const { linkId = '' } = useParams()
  const plan = usePlanId()
  const link = useQuery(ownerQueries.link(linkId))
  const head = (controls?: ReactNode) => (
    <LinkPageHead title="Analytics" link={link.data}>
      {controls}
    </LinkPageHead>
  )
  return (
    <div className="page">
      <title>Analytics · Framelight</title>
      {!link.isError && plan && link.data ? (
        <AnalyticsView link={link.data} plan={plan} head={head} />
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
