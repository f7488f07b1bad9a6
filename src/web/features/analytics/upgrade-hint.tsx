import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { PlanId } from '#shared/plans.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

const offers = {
  free: {
    name: 'Plus',
    sentence: 'Daily views and visitors for the last 90 days, plus your most-viewed images.',
  },
  plus: {
    name: 'Gold',
    sentence: 'A full year instead of 90 days, where visitors come from, which devices they use, and CSV export.',
  },
}

export function UpgradeHint({ plan }: { plan: PlanId }) {
  if (plan === 'gold') return null
  const { name, sentence } = offers[plan]
  return (
    <aside aria-label={`More with ${name}`} className="grid content-start justify-items-start gap-4">
      <h2 className="text-subhead">More with {name}</h2>
      <p className="max-w-measure text-ink-2 text-ui">{sentence}</p>
      <Link className={buttonStyle.plain} to={pages.subscription}>
        See {name}
      </Link>
    </aside>
  )
}
