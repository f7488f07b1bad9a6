import { formatDate, formatDateTime } from '#server/platform/email/email-format.ts'
import type { EventRecord } from './activity-rows.ts'
import { notificationsEmail } from './emails/notifications.ts'
import type { SentChoice } from './sent-choices.ts'

const maxQuoted = 300

const personOf = ({ name }: EventRecord) => name || 'Someone'

/** Returns a sentence without its final period. */
function sentenceOf(event: EventRecord, chosen: SentChoice | undefined) {
  const link = `"${event.linkTitle}"`
  switch (event.kind) {
    case 'comment':
      return `${personOf(event)} commented on ${event.imageTitle ? `"${event.imageTitle}" in ${link}` : `a photo in ${link}`}`
    case 'choice':
      return chosen
        ? `${personOf(event)} sent ${chosen.imageCount === 1 ? '1 favorite' : `${chosen.imageCount} favorites`}`
        : `${personOf(event)} sent favorites from ${link}`
    case 'request':
      return event.choiceId === null
        ? `${personOf(event)} requested more time for ${link}`
        : `${personOf(event)} asked to change their favorites from ${link}`
    case 'closing':
      return `${link} expires on ${formatDate(event.text)}`
    case 'opened':
      return `${personOf(event)} opened ${link}`
    case 'guessing':
      return `Someone is trying to guess the password for ${link}`
  }
}

const quoteOf = ({ kind, text }: EventRecord) => {
  if (text === '' || kind === 'closing') return undefined
  return text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text
}

function buttonOf(event: EventRecord, publicUrl: string) {
  const edit = { label: 'Extend', url: `${publicUrl}/links/edit/${event.linkId}#expiry` }
  if (event.kind === 'closing' || (event.kind === 'request' && event.choiceId === null)) return edit
  if (event.kind === 'comment' && event.imageId && !event.isWaiting) {
    return { label: 'View comment', url: `${publicUrl}/images/${event.imageId}` }
  }
  if (event.choiceId !== null) {
    return { label: 'View favorites', url: `${publicUrl}/links/${event.linkId}/choices` }
  }
  return { label: event.isWaiting ? 'Review comment' : 'View', url: `${publicUrl}/activity` }
}

/** Returns the line below the sentence, without its final period. */
function captionOf(event: EventRecord, chosen: SentChoice | undefined) {
  if (event.kind === 'closing') return `After ${formatDateTime(event.text)}, visitors can't see the photos`
  if (event.kind === 'comment' && event.isWaiting) return "It's hidden until you approve it"
  if (chosen) return [`From "${event.linkTitle}"`, ...noteCount(chosen.notes.length)].join(', ')
  if (event.kind !== 'request' || event.choiceId !== null) return undefined
  const closed = event.linkExpiresAt && `It expired on ${formatDate(event.linkExpiresAt)}. `
  return `${closed || ''}Its photos are safe`
}

const noteCount = (count: number) => (count === 0 ? [] : [count === 1 ? 'with 1 note' : `with ${count} notes`])

/** `count` includes events that aren't in `events`. */
export const notificationEmail = (
  events: EventRecord[],
  count: number,
  choices: Map<string, SentChoice>,
  publicUrl: string,
) =>
  notificationsEmail({
    count,
    events: events.map((event) => {
      const { label: action, url } = buttonOf(event, publicUrl)
      // Requests about favorites also have a choice ID, but don't show the favorites again.
      const chosen = event.kind === 'choice' ? choices.get(event.choiceId ?? '') : undefined
      const heading = sentenceOf(event, chosen)
      return { heading, caption: captionOf(event, chosen), quote: quoteOf(event), url, action, chosen }
    }),
    url: `${publicUrl}/activity`,
    settingsUrl: `${publicUrl}/account#mail`,
  })
