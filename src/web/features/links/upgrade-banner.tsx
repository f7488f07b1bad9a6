import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { count, formatPrice } from '#web/lib/formats.ts'
import { limitText } from '#web/lib/limit-text.ts'
import { usePlan } from '#web/lib/use-plans.ts'
import { buttonStyle } from '#web/ui/button-style.ts'

export function UpgradeBanner({ linksUsed }: { linksUsed: number }) {
  const plus = usePlan('plus')
  // After a downgrade there may be more links than Plus allows.
  const room = plus.linkLimit === null ? Number.POSITIVE_INFINITY : plus.linkLimit - linksUsed
  return (
    <section
      aria-label="Upgrade"
      className="mt-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card bg-accent-soft px-7 py-6"
    >
      <div>
        <p className="text-subhead">
          {room <= 0 && 'Upgrade your plan'}
          {room > 0 && (Number.isFinite(room) ? `Get ${count(room, 'more link')}` : 'Get more links')}
        </p>
        <p className="text-ink-2 text-ui">
          {plus.name} gives you {limitText(plus.linkLimit, 'link')} and {limitText(plus.imageLimit, 'image')} for{' '}
          {formatPrice(plus.price, plus.currency)} per month.
        </p>
      </div>
      <Link to={pages.subscription} className={buttonStyle.plain}>
        Upgrade Plan
      </Link>
    </section>
  )
}
