import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
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
import { BrandingForm } from './branding-form.tsx'
import { StudioPanel } from './studio-panel.tsx'

export function BrandingPanel() {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.studio,
    queryFn: async ({ signal }) => (await call(getStudio, { signal })).data,
  })
  return (
    <StudioPanel id="branding" title="Branding">
      {data && (
        <div className="grid gap-8">
          {!data.isAllowed && <NotInPlan />}
          <BrandingForm studio={data} />
        </div>
      )}
      {!data && error && (
        <Failure
          sentence={errorMessage(error, "Couldn't load your branding. Please try again.")}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Spinner />}
    </StudioPanel>
  )
}

function NotInPlan() {
  const sellsPlans = useSellsPlans()
  return (
    <Notice tone="info">
      <p>Branding is part of Plus and Gold. You can look around; visitors don't see any of it on your plan.</p>
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
