const lines = 4

/** The height of the chart: a round number that leaves the highest value below it, in four equal steps. */
export function niceMax(highest: number) {
  const step = Math.max(1, highest / lines)
  const magnitude = 10 ** Math.floor(Math.log10(step))
  const rounded = [1, 2, 2.5, 5, 10].map((factor) => factor * magnitude).find((nice) => nice >= step) ?? step
  return Math.ceil(rounded) * lines
}

/** The values at which hairlines stand, from the ground up. */
export const ticksOf = (max: number) => Array.from({ length: lines + 1 }, (_, index) => (max / lines) * index)

/** Which days are named below: the first, and then every so many, so that no two names touch. */
export function labeledDays(count: number, width: number) {
  const every = Math.max(1, Math.ceil(count / Math.max(2, Math.floor(width / 110))))
  return Array.from({ length: count }, (_, index) => index).filter((index) => index % every === 0)
}

const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** '31 Oct' for a day that is already cut in the owner's zone. */
export const dayName = (date: string) => format.format(new Date(`${date}T00:00:00Z`))
