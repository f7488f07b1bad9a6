const fills = { ok: 'bg-ok', warn: 'bg-warn-fill', danger: 'bg-danger', accent: 'bg-accent' }
const track = 'overflow-hidden rounded-full bg-hover'

const percentOf = (value: number, max: number) => (max > 0 ? Math.min(100, (value / max) * 100) : 100)

const Fill = ({ percent, tone }: { percent: number; tone: keyof typeof fills }) => (
  <div className={`h-full rounded-full ${fills[tone]}`} style={{ width: `${percent}%` }} />
)

type MeterProps = { label: string; value: number; max: number; tone: keyof typeof fills }

export const Meter = ({ label, value, max, tone }: MeterProps) => (
  // biome-ignore lint/a11y/useSemanticElements: browsers style <meter> too differently
  <div
    role="meter"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-valuenow={Math.min(value, max)}
    aria-valuetext={`${value} of ${max}`}
    className={`${track} h-1.5`}
  >
    <Fill percent={percentOf(value, max)} tone={tone} />
  </div>
)

type ProgressProps = { label: string; value: number; max: number; thin?: boolean }

export const Progress = ({ label, value, max, thin = false }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(percentOf(value, max))}
    className={`${track} ${thin ? 'h-1' : 'h-1.5'}`}
  >
    <Fill percent={percentOf(value, max)} tone="accent" />
  </div>
)
