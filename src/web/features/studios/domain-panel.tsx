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
import { Steps } from './domain-steps.tsx'
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
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid max-w-180 content-start gap-8 *:min-w-0">
            {!isAllowed && data?.state !== 'paused' && <NotInPlan />}
            {data ? (
              <DomainStatus domain={data} isAllowed={isAllowed} />
            ) : (
              <Steps
                steps={[
                  {
                    state: 'current',
                    title: <h3 className="font-medium">Enter a subdomain you own</h3>,
                    children: <DomainForm isReadOnly={!isAllowed} />,
                  },
                  { state: 'later', title: 'Add two DNS records' },
                  { state: 'later', title: 'We check them' },
                ]}
              />
            )}
          </div>
          <WhatChanges host={data?.host ?? 'photos.example.com'} />
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

function WhatChanges({ host }: { host: string }) {
  const { host: ours } = window.location
  return (
    <div>
      <h3 className="text-subhead">What changes</h3>
      <dl className="mt-4 grid gap-4">
        {[
          { label: 'Today', url: `${ours}/links/anna-and-tom` },
          { label: 'With your domain', url: `${host}/anna-and-tom` },
        ].map(({ label, url }) => (
          <div key={label}>
            <dt className="text-caption text-ink-2">{label}</dt>
            <dd className="wrap-anywhere">{url}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-caption text-ink-2">
        Invitations, emails and QR codes use it too. Visitors never log in there: your dashboard stays on {ours}.
      </p>
    </div>
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
