import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { useUser } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { LinkLimitNotice } from './link-limit-notice.tsx'
import { type OwnPlan, useUpgrade } from './use-own-plan.ts'

const limitId = 'link-limit'
const firstVisitMs = 12 * 60 * 60 * 1000

/** Visits are not counted, nothing is stored for that: whoever registered within these hours is here for the first time. */
const greeting = (registeredAt = '') =>
  Date.now() - Date.parse(registeredAt) < firstVisitMs ? 'Welcome' : 'Welcome back'

/** Greets, names the plan, and offers what is done most. */
export function DashboardHead({ plan }: { plan: OwnPlan | undefined }) {
  const user = useUser()
  const canUpgrade = useUpgrade(plan)
  return (
    <header className="grid gap-5 pt-[clamp(1.75rem,4vw,3.5rem)] pb-[clamp(1.5rem,3vw,2.5rem)]">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-5">
        <div className="grid min-w-0 gap-2">
          <h1 className="text-title wrap-anywhere">
            {greeting(user?.createdAt)}, {user?.name.trim().split(/\s+/)[0]}
          </h1>
          {plan ? <p className="text-ink-2">You are on the {plan.name} plan.</p> : <Skeleton className="h-6.5 w-52" />}
        </div>
        <div className="flex w-full flex-wrap gap-3 *:flex-auto sm:w-auto">
          {canUpgrade && (
            <Link to={pages.subscription} className={buttonStyle.plain}>
              Upgrade Plan
            </Link>
          )}
          {plan?.isLinkLimitReached ? (
            <Button kind="primary" icon={Plus} disabled aria-describedby={limitId}>
              Create New Link
            </Button>
          ) : (
            <Link to={pages.createLink} className={buttonStyle.primary}>
              <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
              Create New Link
            </Link>
          )}
        </div>
      </div>
      {plan?.isLinkLimitReached && <LinkLimitNotice id={limitId} />}
    </header>
  )
}
