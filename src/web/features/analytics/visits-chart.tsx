import { useEffect, useRef, useState } from 'react'
import type { Analytics } from '#shared/analytics.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { dayName, labeledDays, niceMax, ticksOf } from './chart-scale.ts'

type Day = NonNullable<Analytics['days']>[number]

const edge = { top: 16, bottom: 32, left: 44 }
const legendWidth = 74
const ink = 'fill-ink-3 text-caption tabular-nums'

export function VisitsChart({ days }: { days: Day[] }) {
  const { element, width } = useWidth()
  const isNarrow = width < 640
  const height = isNarrow ? 240 : 340
  const right = isNarrow ? 8 : legendWidth
  const max = niceMax(Math.max(...days.map(({ visits }) => visits)))
  const ground = height - edge.bottom
  const x = (index: number) => edge.left + ((width - edge.left - right) * index) / Math.max(1, days.length - 1)
  const y = (value: number) => ground - ((ground - edge.top) * value) / max
  const lineOf = (value: (day: Day) => number) => days.map((day, index) => `${x(index)} ${y(value(day))}`).join(' ')

  const peak = days.reduce((best, day, index) => (day.visits > (days[best]?.visits ?? 0) ? index : best), 0)
  const peakDay = days[peak]
  const last = days.at(-1)
  const [first] = days
  if (!first || !last || !peakDay) return null
  const peakText = `${formatNumber(peakDay.visits)} on ${dayName(peakDay.date)}`
  const isPeakLate = x(peak) > width / 2

  return (
    <div ref={element}>
      {isNarrow && (
        <p aria-hidden="true" className="mb-3 flex gap-5 text-caption">
          <span className="text-accent">Gallery views (solid)</span>
          <span className="text-ink-2">Visitors (dashed)</span>
        </p>
      )}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="block h-auto w-full overflow-visible"
        role="img"
        aria-label={`Gallery views per day from ${dayName(first.date)} to ${dayName(last.date)}. Highest: ${peakText}.`}
      >
        {ticksOf(max).map((tick) => (
          <g key={tick}>
            <line x1={edge.left} x2={width - right} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={edge.left - 10} y={y(tick) + 4} textAnchor="end" className={ink}>
              {formatNumber(tick)}
            </text>
          </g>
        ))}
        {labeledDays(days.length, width).map((index) => (
          <text
            key={index}
            x={x(index)}
            y={height - 6}
            textAnchor={index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle'}
            className={ink}
          >
            {dayName(days[index]?.date ?? '')}
          </text>
        ))}
        <polygon
          points={`${x(0)} ${ground} ${lineOf(({ visits }) => visits)} ${x(days.length - 1)} ${ground}`}
          className="fill-accent opacity-[0.09]"
        />
        <polyline
          points={lineOf(({ visitors }) => visitors)}
          className="fill-none stroke-ink-3"
          strokeDasharray="3 4"
        />
        <polyline points={lineOf(({ visits }) => visits)} className="fill-none stroke-2 stroke-accent" />
        {peakDay.visits > 0 && (
          <g>
            <circle cx={x(peak)} cy={y(peakDay.visits)} r="5" className="fill-surface stroke-2 stroke-accent" />
            <text
              x={x(peak) + (isPeakLate ? -12 : 12)}
              y={y(peakDay.visits) + 3}
              textAnchor={isPeakLate ? 'end' : 'start'}
              className="fill-accent font-medium text-caption"
            >
              {peakText}
            </text>
          </g>
        )}
        {!isNarrow && (
          <>
            <text x={width - right + 10} y={y(last.visits) + 4} className="fill-accent font-medium text-caption">
              Views
            </text>
            <text
              x={width - right + 10}
              y={Math.max(y(last.visitors) + 4, y(last.visits) + 20)}
              className="fill-ink-2 text-caption"
            >
              Visitors
            </text>
          </>
        )}
      </svg>
    </div>
  )
}

function useWidth(initial = 1120) {
  const element = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(initial)
  useEffect(() => {
    if (!element.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return { element, width }
}
