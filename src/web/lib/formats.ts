/** Made when first used: each takes the browser longer than many a page needs to hydrate. */
const once = <Format>(make: () => Format) => {
  let made: Format | undefined
  return () => {
    made ??= make()
    return made
  }
}
const dates = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat('en-GB', options))

const wholeDay = { day: 'numeric', month: 'long', year: 'numeric' } as const
const number = once(() => new Intl.NumberFormat('en'))
const day = dates(wholeDay)
const dayInUtc = dates({ ...wholeDay, timeZone: 'UTC' })
const shortDay = dates({ ...wholeDay, month: 'short' })
const hourInUtc = dates({ hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const minute = dates({ ...wholeDay, hour: '2-digit', minute: '2-digit' })
const hour = dates({ hour: '2-digit', minute: '2-digit' })
const relative = once(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }))

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 12,345 */
export const formatNumber = (value: number) => number().format(value)

/** '1 image', '2 images' */
export const count = (value: number, noun: string) => `${formatNumber(value)} ${noun}${value === 1 ? '' : 's'}`

/** 30 November 2026 */
export const formatDay = (instant: string) => day().format(new Date(instant))

/** The same wherever it is read: for what is rendered where the reader's time zone is not known. */
export const formatDayInUtc = (instant: string) => dayInUtc().format(new Date(instant))

/** 30 November 2026, 17:00, likewise. */
export const formatMinuteInUtc = (instant: string) =>
  `${formatDayInUtc(instant)}, ${hourInUtc().format(new Date(instant))}`

/** 30 Nov 2026 */
export const formatShortDay = (instant: string) => shortDay().format(new Date(instant))

/** 30 November 2026 at 17:00 */
export const formatMinute = (instant: string) => minute().format(new Date(instant))

/** 30 November 2026, or 'today, 17:00': until then it matters when. */
export const formatExpiry = (instant: string, now = Date.now()) =>
  formatDay(instant) === day().format(now) ? `today, ${hour().format(new Date(instant))}` : formatDay(instant)

/** In words under a day, a date beyond it. */
export function formatAgo(instant: string, now = Date.now()) {
  const passedMs = now - Date.parse(instant)
  if (passedMs >= dayMs || passedMs < -minuteMs) return formatDay(instant)
  if (passedMs < minuteMs) return 'just now'
  if (passedMs < hourMs) return relative().format(-Math.floor(passedMs / minuteMs), 'minute')
  return relative().format(-Math.floor(passedMs / hourMs), 'hour')
}

/** $9.99, $0 */
export const formatPrice = (price: number, currency: string) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(price)

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/** 8.2 MB, of the same megabytes that the largest file is measured in. */
export function formatBytes(bytes: number) {
  if (bytes < kilobyte) return `${bytes} bytes`
  if (bytes < megabyte) return `${Math.round(bytes / kilobyte)} kB`
  return `${(bytes / megabyte).toFixed(1)} MB`
}

/** At most so many characters, with an ellipsis where something was cut off. */
export const shorten = (text: string, max: number) => (text.length > max ? `${text.slice(0, max).trimEnd()}…` : text)
