const dayMs = 24 * 60 * 60 * 1000
const stepMinutes = 15
const stepMs = stepMinutes * 60_000

/** Placeholder for a date that can't be parsed. All date schemas reject it. */
export const unreadable = 'unreadable'

const twoDigits = (value: number) => String(value).padStart(2, '0')

export const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * dayMs)

/** Returns the time a week from now, rounded up to the next 15 minutes. */
export function weekAfter(now: Date) {
  return new Date(Math.ceil(daysAfter(now, 7).getTime() / stepMs) * stepMs)
}

/** Example: 11/30/2026 */
export const dayText = (date: Date) =>
  `${twoDigits(date.getMonth() + 1)}/${twoDigits(date.getDate())}/${String(date.getFullYear()).padStart(4, '0')}`

/** Example: 2026-11-30 */
export const isoDay = (date: Date) =>
  `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** Example: 18:00. This is the value of a time field. People see `timeLabel`. */
export const timeText = (date: Date) => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`

let clock: Intl.DateTimeFormat | undefined

/** Formats 18:00 like other times on the page, such as 6:00 PM. */
export function timeLabel(time: string) {
  clock ??= new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })
  return clock.format(new Date(`2026-01-01T${time}`))
}

type LocaleWithWeek = Intl.Locale & { getWeekInfo?: () => { firstDay: number } }

/** Returns 0 for Sunday, which is also the fallback for browsers that don't know. */
export function firstDayOfWeek(language: string) {
  const { firstDay = 7 } = (new Intl.Locale(language) as LocaleWithWeek).getWeekInfo?.() ?? {}
  return (firstDay % 7) as 0 | 1 | 2 | 3 | 4 | 5 | 6
}

/** Parses MM/DD/YYYY as local midnight. Returns undefined if there's no such day. */
export function parseDay(text: string): Date | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  const isThatDay = date.getFullYear() === Number(year) && date.getMonth() === Number(month) - 1
  return isThatDay ? date : undefined
}

export function toInstant(day: string, time: string) {
  const date = parseDay(day)
  if (!date) return unreadable
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  date.setHours(hours, minutes)
  return date.toISOString()
}

/** Returns the day's remaining times in 15-minute steps, plus the selected time. */
export function timeOptions(day: string, selected: string, now: Date) {
  const quarters = Array.from({ length: (24 * 60) / stepMinutes }, (_, step) => {
    const minutes = step * stepMinutes
    return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  })
  const date = parseDay(day)
  const isToday = date !== undefined && dayText(date) === dayText(now)
  const open = isToday ? quarters.filter((time) => time > timeText(now)) : quarters
  return open.includes(selected) ? open : [...open, selected].sort()
}
