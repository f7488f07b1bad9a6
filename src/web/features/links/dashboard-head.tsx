import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { usedOf } from '#web/lib/limit-text.ts'
import { useUser } from '#web/lib/session.ts'
import { useSellsPlans } from '#web/lib/use-sells-plans.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CreateNewLink } from './create-new-link.tsx'
import { LinkLimitNotice } from './link-limit-notice.tsx'
import { type OwnPlan, useCanUpgrade } from './use-own-plan.ts'

const limitId = 'link-limit'
const firstVisitMs = 12 * 60 * 60 * 1000

const greeting = (registeredAt = '') =>
  Date.now() - Date.parse(registeredAt) < firstVisitMs ? 'Welcome' : 'Welcome back'

type Props = {
  plan: OwnPlan | undefined
  /** The small drop area, or undefined if the page shows the large one instead. */
  dropper: ((createNew: ReactNode) => ReactNode) | 'loading' | undefined
}

export function DashboardHead({ plan, dropper }: Props) {
  const user = useUser()
  const isFull = plan?.isLinkLimitReached ?? false
  return (
    <header className="grid gap-4 py-[clamp(1.25rem,3vw,2.5rem)]">
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-x-12 gap-y-4 lg:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid min-w-0 gap-1">
          <h1 className="wrap-anywhere font-medium text-[clamp(1.75rem,1.4rem+1.5vw,2.5rem)] leading-[1.1] tracking-[-0.025em]">
            {greeting(user?.createdAt)}, {user?.name.trim().split(/\s+/)[0]}
          </h1>
          {plan ? <PlanLine plan={plan} /> : <Skeleton className="h-5.5 w-52" />}
        </div>
        {dropper === 'loading' ? (
          <Skeleton className="h-11 lg:h-18 lg:w-140" />
        ) : (
          dropper?.(<CreateNewLink kind="primary" disabledBy={isFull ? limitId : undefined} />)
        )}
      </div>
      {isFull && <LinkLimitNotice id={limitId} />}
    </header>
  )
}

function PlanLine({ plan }: { plan: OwnPlan }) {
  const canUpgrade = useCanUpgrade(plan)
  const sellsPlans = useSellsPlans()
  const { name, imageLimit, usage } = plan
  const used = usage.images > 0 && imageLimit !== null && `${usedOf(usage.images, imageLimit)} images used`
  return (
    <p className="text-ink-2 text-ui">
      {[sellsPlans && `${name} plan`, used].filter(Boolean).join(' · ')}{' '}
      {canUpgrade && (
        <Link to={pages.subscription} className="link">
          Upgrade Plan
        </Link>
      )}
    </p>
  )
}
