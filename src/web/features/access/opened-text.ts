import { formatDay } from '#web/lib/formats.ts'

/** Compares days in this device's time zone. */
function dayText(instant: string, now: Date) {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const day = formatDay(instant)
  if (day === formatDay(now.toISOString())) return 'today'
  return day === formatDay(yesterday.toISOString()) ? 'yesterday' : `on ${day}`
}

type Opened = { visits: number; lastSeenAt: string | null }

export function openedText({ visits, lastSeenAt }: Opened, now = new Date()) {
  if (visits === 0 || lastSeenAt === null) return 'Not opened yet'
  const day = dayText(lastSeenAt, now)
  return visits === 1 ? `Opened once, ${day}` : `Opened ${visits} times, last ${day}`
}
