const lines = 4

/** Returns a y-axis maximum that divides into four whole-number steps. */
export function niceMax(highest: number) {
  const step = Math.max(1, highest / lines)
  const magnitude = 10 ** Math.floor(Math.log10(step))
  const rounded = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((nice) => nice >= step) ?? step
  return Math.ceil(rounded) * lines
}

export const ticksOf = (max: number) => Array.from({ length: lines + 1 }, (_, index) => (max / lines) * index)

/** Returns the indexes of the days to label, spaced so the labels don't overlap. */
export function labeledDays(count: number, width: number) {
  const every = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 110))))
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % every === 0)
}

const format = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Dates are already in the owner's time zone, so format them as UTC to avoid shifting them. */
export const dayName = (date: string) => format.format(new Date(`${date}T00:00:00Z`))
