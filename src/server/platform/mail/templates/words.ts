const asDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const asMoment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const asList = new Intl.ListFormat('en-GB')

export const dateOf = (instant: string) => asDate.format(new Date(instant))

export const momentOf = (instant: string) => `${asMoment.format(new Date(instant))} UTC`

export const listOf = (words: string[]) => asList.format(words)

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const picturesOf = (count: number, quality?: string) =>
  [count === 1 ? 'one' : count, quality, count === 1 ? 'picture' : 'pictures'].filter(Boolean).join(' ')
