import { usageLevel, usagePercent } from '#shared/plans.ts'
import { Meter } from './meter.tsx'

const tones = { low: 'ok', medium: 'warn', high: 'danger', full: 'danger' } as const
const warnings = { low: '', medium: '', high: 'Approaching limit!', full: 'Limit reached!' }

export function UsageBar({ label, used, limit }: { label: string; used: number; limit: number | null }) {
  if (limit === null) return null
  const level = usageLevel(used, limit)
  return (
    <div className="grid gap-2 text-caption text-ink-2">
      <Meter label={label} value={used} max={limit} tone={tones[level]} />
      <div className="flex flex-wrap justify-between gap-x-2">
        <span className="tabular-nums">{usagePercent(used, limit)}% used</span>
        {warnings[level] && <span className="font-medium text-danger">{warnings[level]}</span>}
      </div>
    </div>
  )
}
