import { formatDate, formatDateTime } from '#server/platform/email/email-format.ts'
import { activityKinds, kindOf } from '#shared/activity-kinds.ts'
import type { EventRecord } from './activity-rows.ts'
import { notificationsEmail } from './emails/notifications.ts'
import type { SentChoice } from './sent-choices.ts'

const maxQuoted = 300
const formats = { date: formatDate, dateTime: formatDateTime }

const quote = (text: string) => (text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text)

function describe(record: EventRecord, choices: Map<string, SentChoice>, publicUrl: string) {
  // Requests about favorites also have a choice ID, but don't show the favorites again.
  const chosen = record.kind === 'choice' ? choices.get(record.choiceId ?? '') : undefined
  const event = { ...record, chosen }
  const { text, sentence, button, email } = activityKinds[kindOf(event)]
  const { label, path } = email?.button?.(event) ?? button?.(event) ?? { label: 'View', path: '/activity' }
  return {
    heading: email?.sentence?.(event, formats) ?? sentence(event, formats).join(' '),
    caption: email?.caption?.(event, formats),
    quote: text === 'quote' && event.text !== '' ? quote(event.text) : undefined,
    url: publicUrl + path,
    action: label,
    chosen,
  }
}

/** `count` includes events that aren't in `events`. */
export const notificationEmail = (
  events: EventRecord[],
  count: number,
  choices: Map<string, SentChoice>,
  publicUrl: string,
) =>
  notificationsEmail({
    count,
    events: events.map((event) => describe(event, choices, publicUrl)),
    url: `${publicUrl}/activity`,
    settingsUrl: `${publicUrl}/account#mail`,
  })
