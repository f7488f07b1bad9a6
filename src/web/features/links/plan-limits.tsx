import { usedOf } from '#web/lib/limit-text.ts'
import { UsageBar } from '#web/ui/usage-bar.tsx'
import type { OwnPlan } from './use-own-plan.ts'

const Limit = ({ title, used, limit }: { title: string; used: number; limit: number | null }) => (
  <div className="grid gap-2">
    <p className="flex justify-between text-ui">
      <span className="text-ink-2">{title}</span>
      <span className="tabular-nums">{usedOf(used, limit)}</span>
    </p>
    <UsageBar label={`${title} used`} used={used} limit={limit} />
  </div>
)

export const PlanLimits = ({ plan: { name, usage, linkLimit, imageLimit } }: { plan: OwnPlan }) => (
  <section aria-labelledby="plan-limits" className="grid gap-5 rounded-card border border-line bg-surface p-6">
    <h2 id="plan-limits" className="text-subhead">
      Your {name} plan
    </h2>
    <Limit title="Links" used={usage.links} limit={linkLimit} />
    <Limit title="Images" used={usage.images} limit={imageLimit} />
  </section>
)
