import { formatDate, formatDateTime, photoCount } from '#server/platform/mail/templates/format.ts'
import { notificationsMail } from '#server/platform/mail/templates/notifications.ts'
import type { EventRecord } from './activity-rows.ts'
import type { SentChoice } from './sent-choices.ts'

const maxQuoted = 300

const somebody = ({ name }: EventRecord) => name || 'Somebody'

/** One sentence without its full stop. */
function sentenceOf(event: EventRecord, chosen: SentChoice | undefined) {
  const link = `‘${event.linkTitle}’`
  switch (event.kind) {
    case 'comment':
      return `${somebody(event)} commented on ${event.imageTitle ? `‘${event.imageTitle}’ in ${link}` : `a picture in ${link}`}`
    case 'choice':
      return chosen
        ? `${somebody(event)} chose ${photoCount(chosen.imageCount)}`
        : `${somebody(event)} sent a choice from ${link}`
    case 'request':
      return event.choiceId === null
        ? `${somebody(event)} asks for more time for ${link}`
        : `${somebody(event)} asks to change a choice from ${link}`
    case 'closing':
      return `${link} closes on ${formatDate(event.text)}`
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
  if (event.choiceId !== null) {
    return { label: 'See the choice', url: `${publicUrl}/links/${event.linkId}/choices` }
  }
  return { label: event.isWaiting ? 'Read and approve' : 'See it', url: `${publicUrl}/activity` }
}

/** What is good to know beside the sentence, without its full stop. */
function captionOf(event: EventRecord, chosen: SentChoice | undefined) {
  if (event.kind === 'closing') return `After ${formatDateTime(event.text)} visitors see no picture`
  if (event.kind === 'comment' && event.isWaiting) return 'Nobody else sees it until you approve it'
  if (chosen) return [`From ${event.linkTitle}`, ...noteWords(chosen.notes.length)].join(', ')
  if (event.kind !== 'request' || event.choiceId !== null) return undefined
  const closed = event.linkExpiresAt && `It closed on ${formatDate(event.linkExpiresAt)}. `
  return `${closed || ''}Its pictures are safe`
}

const noteWords = (count: number) => (count === 0 ? [] : [count === 1 ? 'with one note' : `with ${count} notes`])

/** What happened since the last mail: about one event in full, of many the first ones as a list, and how many they are. */
export const notificationMail = (
  events: EventRecord[],
  count: number,
  choices: Map<string, SentChoice>,
  publicUrl: string,
) =>
  notificationsMail({
    count,
    events: events.map((event) => {
      const { label: action, url } = buttonOf(event, publicUrl)
      // A request about a choice is about one that was told before.
      const chosen = event.kind === 'choice' ? choices.get(event.choiceId ?? '') : undefined
      const heading = sentenceOf(event, chosen)
      return { heading, caption: captionOf(event, chosen), quote: quoteOf(event), url, action, chosen }
    }),
    url: `${publicUrl}/activity`,
    settingsUrl: `${publicUrl}/account#mail`,
  })
