import { type PointerEvent, useEffect, useRef, useState } from 'react'
import type { Analytics } from '#shared/analytics.ts'
import { count, formatNumber } from '#web/lib/formats.ts'
import { dayName, labeledDays, niceMax, ticksOf } from './chart-scale.ts'

type Day = NonNullable<Analytics['days']>[number]

const edge = { top: 16, bottom: 32, left: 44 }
const legendWidth = 74
const ink = 'fill-ink-3 text-caption tabular-nums'

/** The last day is today, which isn't over yet: its line is dashed, so that it doesn't look like a drop. */
export function ViewsChart({ days }: { days: Day[] }) {
  const { element, width } = useWidth()
  const [pointedAt, setPointedAt] = useState<number>()
  const isNarrow = width < 640
  const height = isNarrow ? 240 : 340
  const right = isNarrow ? 8 : legendWidth
  const max = niceMax(Math.max(...days.map(({ visits }) => visits)))
  const ground = height - edge.bottom
  const end = days.length - 1
  const x = (index: number) => edge.left + ((width - edge.left - right) * index) / Math.max(1, end)
  const y = (value: number) => ground - ((ground - edge.top) * value) / max
  const line = (key: 'visits' | 'visitors', from: number, to: number) =>
    days
      .slice(from, to + 1)
      .map((day, index) => `${x(from + index)} ${y(day[key])}`)
      .join(' ')

  const peak = days.reduce((best, day, index) => (day.visits > (days[best]?.visits ?? 0) ? index : best), 0)
  const peakDay = days[peak]
  const last = days[end]
  const [first] = days
  if (!first || !last || !peakDay) return null
  const lastFull = Math.max(0, end - 1)
  const peakText = `${formatNumber(peakDay.visits)} on ${dayName(peakDay.date)}${peak === end ? ', so far' : ''}`
  const isPeakLate = x(peak) > width / 2
  const pointed = pointedAt === undefined ? undefined : days[pointedAt]

  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width: shownWidth } = currentTarget.getBoundingClientRect()
    const share = (((clientX - left) / shownWidth) * width - edge.left) / (width - edge.left - right)
    setPointedAt(Math.min(end, Math.max(0, Math.round(share * end))))
  }

  return (
    <div ref={element}>
      {isNarrow && (
        <p aria-hidden="true" className="mb-3 flex gap-5 text-caption">
          <span className="text-accent">Gallery views</span>
          <span className="text-ink-2">Visitors (dashed)</span>
        </p>
      )}
      <div
        className="relative touch-pan-y rounded-control has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-4"
        onPointerDown={pointAt}
        onPointerMove={pointAt}
        // A lifted finger also leaves, but the values should stay for reading.
        onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setPointedAt(undefined)}
      >
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
          {labeledDays(days.length, width)
            .filter((index) => x(end) - x(index) > (isNarrow ? 90 : 130))
            .map((index) => (
              <text
                key={index}
                x={x(index)}
                y={height - 6}
                textAnchor={index === 0 ? 'start' : 'middle'}
                className={ink}
              >
                {dayName(days[index]?.date ?? '')}
              </text>
            ))}
          <text x={x(end)} y={height - 6} textAnchor="end" className={ink}>
            {isNarrow ? 'Today' : 'Today, so far'}
          </text>
          <polygon
            points={`${x(0)} ${ground} ${line('visits', 0, lastFull)} ${x(lastFull)} ${ground}`}
            className="fill-accent opacity-[0.09]"
          />
          <polyline points={line('visitors', 0, end)} className="fill-none stroke-ink-3" strokeDasharray="3 4" />
          <polyline points={line('visits', 0, lastFull)} className="fill-none stroke-2 stroke-accent" />
          <polyline
            points={line('visits', lastFull, end)}
            className="fill-none stroke-2 stroke-accent"
            strokeDasharray="2 5"
            strokeLinecap="round"
          />
          {pointed && pointedAt !== undefined ? (
            <g>
              <line x1={x(pointedAt)} x2={x(pointedAt)} y1={edge.top} y2={ground} className="stroke-line-control" />
              <circle cx={x(pointedAt)} cy={y(pointed.visits)} r="5" className="fill-surface stroke-2 stroke-accent" />
            </g>
          ) : (
            peakDay.visits > 0 && (
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
            )
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
        {/* Arrow keys, Home and End move it, and screen readers announce its value. Pointers move over the chart. */}
        <input
          type="range"
          aria-label="Day"
          min={0}
          max={end}
          value={pointedAt ?? end}
          aria-valuetext={valueText(days[pointedAt ?? end] ?? last, (pointedAt ?? end) === end)}
          onChange={({ target }) => setPointedAt(Number(target.value))}
          onFocus={() => setPointedAt((index) => index ?? end)}
          onBlur={() => setPointedAt(undefined)}
          className="pointer-events-none absolute inset-0 m-0 opacity-0"
        />
        {pointed && pointedAt !== undefined && (
          <div
            aria-hidden="true"
            style={{ left: `clamp(5rem, ${(x(pointedAt) / width) * 100}%, 100% - 5rem)` }}
            className="pointer-events-none absolute -top-3 w-40 -translate-x-1/2 rounded-control bg-raised px-3 py-2 text-caption shadow-menu"
          >
            <p className="text-ink-3">{pointedAt === end ? 'Today, so far' : dayName(pointed.date)}</p>
            <p className="font-medium">{count(pointed.visits, 'gallery view')}</p>
            <p className="text-ink-2">{count(pointed.visitors, 'visitor')}</p>
          </div>
        )}
      </div>
    </div>
  )
}

const valueText = ({ date, visits, visitors }: Day, isToday: boolean) =>
  `${isToday ? 'Today, so far' : dayName(date)}: ${count(visits, 'gallery view')}, ${count(visitors, 'visitor')}`

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
