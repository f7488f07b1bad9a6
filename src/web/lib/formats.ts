/** Creates each formatter on first use, because creating one is slow and would delay hydration. */
const once = <Format>(make: () => Format) => {
  let made: Format | undefined
  return () => {
    made ??= make()
    return made
  }
}
const dates = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat('en-US', options))

const number = once(() => new Intl.NumberFormat('en'))
const day = dates({ dateStyle: 'medium' })
const dayInUtc = dates({ dateStyle: 'medium', timeZone: 'UTC' })
// These depend on the viewer's locale or clock, so never render them on the server.
const time = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }))
const timeInUtc = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' }))
const relative = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Example: Europe/Berlin */
export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Example: 12,345 */
export const formatNumber = (value: number) => number().format(value)

/** Examples: '1 image', '2 images' */
export const count = (value: number, noun: string) => `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`

/** Example: Nov 30, 2026 */
export const formatDay = (instant: string) => day().format(new Date(instant))

/** Used for server rendering, where the viewer's time zone isn't known. */
export const formatDayInUtc = (instant: string) => dayInUtc().format(new Date(instant))

/** Example: Nov 30, 2026, 5:00 PM */
export const formatMinuteInUtc = (instant: string) =>
  `${formatDayInUtc(instant)}, ${timeInUtc().format(new Date(instant))}`

/** Example: 5:00 PM */
export const formatTime = (instant: string) => time().format(new Date(instant))

/** Example: Nov 30, 2026, 5:00 PM */
export const formatMinute = (instant: string) => `${formatDay(instant)}, ${formatTime(instant)}`

/** Takes and returns a time of day. Example: 17:00 becomes 5:00 PM */
export const formatTimeOfDay = (timeOfDay: string) => time().format(new Date(`2026-01-01T${timeOfDay}`))

/** Examples: 'Nov 30, 2026', 'today, 5:00 PM' */
export const formatExpiry = (instant: string, now = Date.now()) =>
  formatDay(instant) === day().format(now) ? `today, ${formatTime(instant)}` : formatDay(instant)

/** Returns text like '3 hours ago', or the date if it's at least a day ago or more than a minute in the future. */
export function formatAgo(instant: string, now = Date.now()) {
  const passedMs = now - Date.parse(instant)
  if (passedMs >= dayMs || passedMs < -minuteMs) return formatDay(instant)
  if (passedMs < minuteMs) return 'just now'
  if (passedMs < hourMs) return relative().format(-Math.floor(passedMs / minuteMs), 'minute')
  return relative().format(-Math.floor(passedMs / hourMs), 'hour')
}

/** Examples: $9.99, $0 */
export const formatPrice = (price: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(price)

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** Uses binary megabytes, like the upload limit. */
export function formatBytes(bytes: number) {
  if (bytes < kilobyte) return `${bytes} bytes`
  if (bytes < megabyte) return `${Math.round(bytes / kilobyte)} kB`
  return `${(bytes / megabyte).toFixed(1)} MB`
}

/** Cuts between words. Long words and scripts without spaces are cut anywhere. */
export function shorten(text: string, max: number) {
  if (text.length <= max) return text
  const space = text.slice(0, max + 1).search(/\s\S*$/)
  return `${text.slice(0, space > max * 0.8 ? space : max).trimEnd()}…`
}
