import { usageLevel, usagePercent } from '#shared/plans.ts'
import { Meter } from './meter.tsx'

const tones = { low: 'ok', medium: 'warn', high: 'danger', full: 'danger' } as const
const warnings = { low: '', medium: '', high: 'Approaching limit!', full: 'Limit reached!' }

type Props = {
  label: string
  used: number
  limit: number | null
  /** Puts bar and text on one line. */
  isCompact?: boolean
}

export function UsageBar({ label, used, limit, isCompact = false }: Props) {
  if (limit === null) return null
  const level = usageLevel(used, limit)
  return (
    <div
      className={`grid gap-x-3 gap-y-2 text-caption text-ink-2 ${isCompact ? 'grid-cols-[minmax(3rem,1fr)_auto] items-center' : ''}`}
    >
      <Meter label={label} value={used} max={limit} tone={tones[level]} />
      <div className="flex flex-wrap justify-between gap-x-2">
        <span className="tabular-nums">{usagePercent(used, limit)}% used</span>
        {warnings[level] && <span className="font-medium text-danger">{warnings[level]}</span>}
      </div>
    </div>
  )
}
