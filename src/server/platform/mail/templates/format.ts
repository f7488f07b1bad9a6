const asDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const asMoment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const asList = new Intl.ListFormat('en-GB')

export const formatDate = (instant: string) => asDate.format(new Date(instant))

export const formatDateTime = (instant: string) => `${asMoment.format(new Date(instant))} UTC`

export const formatList = (words: string[]) => asList.format(words)

const urlStart = /:\/\/|^www\./i
const dotInName = /[.。．｡](?=\p{L}{2})/gu
const pathOrPort = /[/?#]|:\d/

const isUrl = (word: string) => urlStart.test(word) || (word.search(dotInName) >= 0 && pathOrPort.test(word))

/** Keeps email clients from finding links in text by strangers: removes URLs and adds a space to `example.com`. */
export const withoutUrls = (text: string) =>
  text
    .replace(/\S+/g, (word) => (isUrl(word) ? '' : word.replace(dotInName, '. ')))
    .replace(/[^\S\n]{2,}/g, ' ')
    .trim()

export const shorten = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 1)}…` : text)

export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const photoCount = (count: number, quality?: string) =>
  [count === 1 ? 'one' : count, quality, count === 1 ? 'picture' : 'pictures'].filter(Boolean).join(' ')
