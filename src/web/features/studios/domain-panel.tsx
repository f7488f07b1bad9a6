import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { getDomain } from '#shared/domain.ts'
import { pages } from '#shared/pages.ts'
import { getStudio } from '#shared/studio.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { queryKeys } from '#web/lib/queries/keys.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DomainForm } from './domain-form.tsx'
import { DomainStatus } from './domain-status.tsx'
import { StudioPanel } from './studio-panel.tsx'

export function DomainPanel() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.domain,
    queryFn: async ({ signal }) => (await call(getDomain, { signal })).data,
  })
  const studio = useQuery({
    queryKey: queryKeys.studio,
    queryFn: async ({ signal }) => (await call(getStudio, { signal })).data,
  })
  const isAllowed = studio.data?.isAllowed ?? true
  return (
    <StudioPanel id="domain" title="Own domain" sentence="Share galleries from your own web address.">
      {data !== undefined && (
        <div className="grid max-w-180 gap-8 *:min-w-0">
          {!isAllowed && data?.state !== 'paused' && <NotInPlan />}
          {data ? <DomainStatus domain={data} isAllowed={isAllowed} /> : <DomainForm isReadOnly={!isAllowed} />}
        </div>
      )}
      {data === undefined && error && (
        <Failure
          sentence={errorMessage(error, "Couldn't load your domain. Please try again.")}
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && !error && <Spinner />}
    </StudioPanel>
  )
}

function NotInPlan() {
  const sellsPlans = useSellsPlans()
  return (
    <Notice tone="info">
      <p>Your own domain is part of Plus and Gold.</p>
      {sellsPlans && (
        <p className="mt-3">
          <Link className={buttonStyle.primary} to={pages.subscription}>
            Upgrade Plan
          </Link>
        </p>
      )}
    </Notice>
  )
}
