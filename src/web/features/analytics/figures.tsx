import type { Analytics } from '#shared/analytics.ts'
import { formatNumber } from '#web/lib/formats.ts'

const figures = [
  ['visits', 'gallery views'],
  ['visitors', 'unique visitors'],
  ['imageViews', 'image views'],
  ['downloads', 'downloads'],
] as const

function comparison(now: number, before: number, days: number) {
  if (now === before) return 'no change'
  if (before === 0) return 'no earlier data'
  return `${now > before ? '+' : '−'}${formatNumber(Math.abs(now - before))} vs. previous ${days} days`
}

export const Figures = ({ totals, previous, days }: Pick<Analytics, 'totals' | 'previous'> & { days: number }) => (
  <dl
    aria-label={`Totals for ${days} days`}
    className="grid grid-cols-2 gap-6 pb-10 lg:grid-cols-4"
    title={`Compared with the previous ${days} days`}
  >
    {figures.flatMap(([key, noun]) => {
      const value = totals[key]
      // The API omits totals that the plan doesn't include.
      if (value === undefined) return []
      return (
        <div key={key} className="flex flex-col-reverse justify-end">
          <dt className="text-ink-2 text-ui">{noun}</dt>
          <dd>
            <span className="block font-medium text-[2.25rem] leading-[1.1] tracking-[-0.035em]">
              {formatNumber(value)}
            </span>
          </dd>
          <dd className="order-first text-caption text-ink-3">{comparison(value, previous[key] ?? 0, days)}</dd>
        </div>
      )
    })}
  </dl>
)
