import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { Subscription } from '#shared/subscriptions.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { formatPrice } from '#web/lib/formats.ts'
import { usedOf } from '#web/lib/limit-text.ts'
import { siteQueries } from '#web/lib/queries/site.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { useSubscription } from '#web/lib/use-subscription.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Failure } from '#web/ui/failure.tsx'
import { Setting } from '#web/ui/setting.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import { subscriptionStatus } from './subscription-status.ts'

const statuses = {
  active: { tone: 'ok', word: 'Active' },
  canceled: { tone: 'plain', word: 'Canceled' },
  past_due: { tone: 'warn', word: 'Payment due' },
} as const

const Usage = ({ what, used, limit }: { what: string; used: number; limit: number | null }) => (
  <div className="grid gap-1.5">
    <div className="flex justify-between text-ui">
      <span>{what}</span>
      <span className="text-ink-2 tabular-nums">{usedOf(used, limit)}</span>
    </div>
    <UsageBar label={`${what} used`} used={used} limit={limit} />
  </div>
)

function Summary({ subscription }: { subscription: Subscription }) {
  const payments = useQuery(siteQueries.config).data?.payments
  const { planDetails, status, currentPeriodEnd, usage } = subscription
  return (
    <div className="grid gap-5 rounded-card border border-line bg-surface p-[clamp(1.25rem,4vw,1.75rem)]">
      {payments !== 'off' && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <p className="flex items-center gap-3">
            <b className="text-subhead">{planDetails.name}</b>
            <Badge tone={statuses[status].tone}>{statuses[status].word}</Badge>
          </p>
          {currentPeriodEnd && (
            <p className="text-ink-2 tabular-nums">{formatPrice(planDetails.price, planDetails.currency)} per month</p>
          )}
        </div>
      )}
      <Usage what="Links" used={usage.links} limit={planDetails.linkLimit} />
      <Usage what="Images" used={usage.images} limit={planDetails.imageLimit} />
      {usage.bytes !== undefined && planDetails.storageLimitGb !== null && (
        <Usage what="Storage in GB" used={Math.round(usage.bytes / 1e9)} limit={planDetails.storageLimitGb} />
      )}
      {payments && payments !== 'off' && (
        <div>
          <Link className={buttonStyle.plain} to={pages.subscription}>
            {currentPeriodEnd ? 'Change plan' : 'Upgrade Plan'}
          </Link>
        </div>
      )}
    </div>
  )
}

export function SubscriptionSetting() {
  const { data: subscription, error, refetch } = useSubscription()
  const sellsPlans = useSellsPlans()
  const sentence = subscription ? subscriptionStatus(subscription) : 'Your plan and usage.'
  return (
    <Setting
      title={sellsPlans ? 'Subscription' : 'Usage'}
      sentence={sellsPlans ? sentence : 'How much you have added, and how much you can add.'}
    >
      {subscription ? (
        <Summary subscription={subscription} />
      ) : error ? (
        <Failure
          sentence={errorMessage(error, 'Failed to fetch subscription data. Please try again.')}
          onRetry={() => refetch()}
        />
      ) : (
        <Loading label="Loading your plan">
          <Skeleton className="h-71 w-full" />
        </Loading>
      )}
    </Setting>
  )
}
