const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** '31 Oct' for a day that is already cut in the owner's zone. */
export const dayName = (date: string) => format.format(new Date(`${date}T00:00:00Z`))
