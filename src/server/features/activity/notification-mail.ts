import { notificationsMail } from '#server/platform/mail/templates/notifications.ts'
import type { EventRecord } from './activity-rows.ts'

const maxQuoted = 300

const asDate = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const asInstant = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const somebody = ({ name }: EventRecord) => name || 'Somebody'

/** One sentence without its full stop. */
function sentenceOf(event: EventRecord) {
  const link = `‘${event.linkTitle}’`
  switch (event.kind) {
    case 'comment':
      return `${somebody(event)} commented on ${event.imageTitle ? `‘${event.imageTitle}’ in ${link}` : `a picture in ${link}`}`
    case 'choice':
      return `${somebody(event)} sent a choice from ${link}`
    case 'request':
      return event.choiceId === null
        ? `${somebody(event)} asks for more time for ${link}`
        : `${somebody(event)} asks to change a choice from ${link}`
    case 'closing':
      return `${link} closes on ${asDate.format(new Date(event.text))}`
    case 'opened':
      return `${somebody(event)} opened ${link}`
    case 'guessing':
      return `Somebody tries passwords on ${link}`
  }
}

const quoteOf = ({ kind, text }: EventRecord) => {
  if (text === '' || kind === 'closing') return undefined
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text
}

function buttonOf(event: EventRecord, publicUrl: string) {
  const edit = { label: 'Choose a new date', url: `${publicUrl}/links/edit/${event.linkId}#expiry` }
  if (event.kind === 'closing' || (event.kind === 'request' && event.choiceId === null)) return edit
  if (event.kind === 'comment' && event.imageId && !event.isWaiting) {
    return { label: 'See the comment', url: `${publicUrl}/images/${event.imageId}` }
  }
  return { label: event.isWaiting ? 'Read and approve' : 'See it', url: `${publicUrl}/activity` }
}

/** What is good to know beside the sentence, without its full stop. */
function captionOf(event: EventRecord) {
  if (event.kind === 'closing') return `After ${asInstant.format(new Date(event.text))} UTC visitors see no picture`
  if (event.kind === 'comment' && event.isWaiting) return 'Nobody else sees it until you approve it'
  if (event.kind !== 'request' || event.choiceId !== null) return undefined
  const closed = event.linkExpiresAt && `It closed on ${asDate.format(new Date(event.linkExpiresAt))}. `
  return `${closed || ''}Its pictures are safe`
}

/** What happened since the last mail: about one event in full, of many a list. */
export const notificationMail = (events: EventRecord[], publicUrl: string) =>
  notificationsMail({
    events: events.map((event) => {
      const { label: action, url } = buttonOf(event, publicUrl)
      return { heading: sentenceOf(event), caption: captionOf(event), quote: quoteOf(event), url, action }
    }),
    url: `${publicUrl}/activity`,
    settingsUrl: `${publicUrl}/account#mail`,
  })
