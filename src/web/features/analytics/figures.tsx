import type { Analytics } from '#shared/analytics.ts'
import { formatNumber } from '#web/lib/formats.ts'

const figures = [
  ['visits', 'visits'],
  ['visitors', 'unique visitors'],
  ['imageViews', 'image views'],
  ['downloads', 'downloads'],
] as const

function comparedWith(now: number, before: number) {
  if (now === before) return 'as before'
  const difference = `${formatNumber(Math.abs(now - before))} ${now > before ? 'more' : 'fewer'} than before`
  return before === 0 ? 'none before' : difference
}

/** The totals of the period, each beside the period before it. */
export const Figures = ({ totals, previous, days }: Pick<Analytics, 'totals' | 'previous'> & { days: number }) => (
  <dl
    aria-label={`Totals for ${days} days`}
    className="grid grid-cols-2 gap-6 pb-10 lg:grid-cols-4"
    title={`Compared with the ${days} days before`}
  >
    {figures.flatMap(([key, noun]) => {
      const value = totals[key]
      // What the plan does not include is absent.
      if (value === undefined) return []
      return (
        <div key={key} className="flex flex-col-reverse justify-end">
          <dt className="text-ink-2 text-ui">{noun}</dt>
          <dd>
            <span className="block font-medium text-[2.25rem] leading-[1.1] tracking-[-0.035em]">
              {formatNumber(value)}
            </span>
          </dd>
          <dd className="order-first text-caption text-ink-3">{comparedWith(value, previous[key] ?? 0)}</dd>
        </div>
      )
    })}
  </dl>
)
