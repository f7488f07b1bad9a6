// British English, because our texts have no Oxford comma.
const asList = new Intl.ListFormat('en-GB')

const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
const minute = { ...day, hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const

/** Example: Nov 30, 2026 */
export const formatDate = (instant: string, timeZone = 'UTC') =>
  new Date(instant).toLocaleString('en-US', { ...day, timeZone })

/** Example: Nov 30, 2026, 5:00 PM GMT+1 */
export const formatDateTime = (instant: string, timeZone = 'UTC') =>
  new Date(instant).toLocaleString('en-US', { ...minute, timeZone }).replace('\u202f', ' ')

export const formatList = (items: string[]) => asList.format(items)

const urlStart = /:\/\/|^www\./i
const dotInName = /[.。．｡](?=\p{L}{2})/gu
const pathOrPort = /[/?#]|:\d/

const isUrl = (word: string) => urlStart.test(word) || (word.search(dotInName) >= 0 && pathOrPort.test(word))

/**
 * Removes URLs and adds a space to names such as `example.com`, so that email clients don't find links in text from
 * strangers.
 */
export const withoutUrls = (text: string) =>
  text
    .replace(/\S+/g, (word) => (isUrl(word) ? '' : word.replace(dotInName, '. ')))
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim()

export const shorten = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)

export const photoCount = (count: number, quality?: string) =>
  [count, quality, count === 1 ? 'photo' : 'photos'].filter(Boolean).join(' ')
