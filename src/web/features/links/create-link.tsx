import { errorMessage } from '#web/lib/error-message.ts'
import { Failure } from '#web/ui/failure.tsx'
import { CreateLinkForm } from './create-link-form.tsx'
import { BackToDashboard, headStyle, LinkFormSkeleton, splitStyle } from './link-page-layout.tsx'
import { LinkTips } from './link-tips.tsx'
import { PlanLimits } from './plan-limits.tsx'
import { useOwnPlan } from './use-own-plan.ts'

export function CreateLink() {
  const plan = useOwnPlan()
  return (
    <div className="page">
      <title>Create Link · Framelight</title>
      <header className={headStyle}>
        <BackToDashboard />
        <h1 className="text-title">Create Link</h1>
      </header>
      {plan.data ? (
        <div className={splitStyle}>
          <CreateLinkForm plan={plan.data} />
          <aside aria-label="Your plan and tips" className="grid gap-10">
            <PlanLimits plan={plan.data} />
            <LinkTips />
          </aside>
        </div>
      ) : plan.error ? (
        <Failure
          sentence={errorMessage(plan.error, 'Failed to fetch subscription data. Please try again.')}
          onRetry={plan.refetch}
        />
      ) : (
        <LinkFormSkeleton />
      )}
    </div>
  )
}
