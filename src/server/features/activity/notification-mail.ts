import { renderMail } from '#server/platform/mail/mail-page.ts'
import type { EventRecord } from './activity-rows.ts'

/** Whoever gets more reads the rest on the activity page. */
const maxListed = 20

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

const footerOf = (publicUrl: string) =>
  `You get this mail because it is about your galleries. How often you do is up to you: ${publicUrl}/account#mail`

function mailOfOne(event: EventRecord, publicUrl: string) {
  const quote = quoteOf(event)
  const parts = [
    ...(event.kind === 'request' && event.choiceId === null
      ? [
          event.linkExpiresAt
            ? `It closed on ${asDate.format(new Date(event.linkExpiresAt))}. Its pictures are safe.`
            : 'Its pictures are safe.',
        ]
      : []),
    ...(event.kind === 'closing'
      ? [`After ${asInstant.format(new Date(event.text))} UTC visitors see no picture.`]
      : []),
    ...(quote === undefined ? [] : [{ quote }]),
    ...(event.isWaiting && event.kind === 'comment' ? ['Nobody else sees it until you approve it.'] : []),
  ]
  const heading = sentenceOf(event)
  const page = { heading, parts, button: buttonOf(event, publicUrl), footer: footerOf(publicUrl) }
  return { subject: heading, ...renderMail(page) }
}

/** What happened since the last mail: about one event in full, of many a list. */
export function notificationMail(events: EventRecord[], publicUrl: string) {
  const [first] = events
  if (first && events.length === 1) return mailOfOne(first, publicUrl)
  const listed = events.slice(0, maxListed)
  const rest = events.length - listed.length
  const waiting = events.filter((event) => event.isWaiting).length
  const heading = `${events.length} things happened on your galleries`
  const parts = listed.flatMap((event) => {
    const quote = quoteOf(event)
    return [`${sentenceOf(event)}.`, ...(quote === undefined ? [] : [{ quote }])]
  })
  const page = {
    heading,
    parts: [...parts, ...(rest > 0 ? [`And ${rest} more.`] : [])],
    button: { label: 'See everything', url: `${publicUrl}/activity` },
    ...(waiting > 0 && { after: [waiting === 1 ? 'One of them waits for you.' : `${waiting} of them wait for you.`] }),
    footer: footerOf(publicUrl),
  }
  return { subject: heading, ...renderMail(page) }
}
