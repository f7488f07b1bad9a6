import { formatDate, formatDateTime } from '#server/platform/email/email-format.ts'
import { activityKinds, kindOf } from '#shared/activity-kinds.ts'
import type { EventRecord } from './activity-rows.ts'
import { notificationsEmail } from './emails/notifications.ts'
import type { SentChoice } from './sent-choices.ts'

const maxQuoted = 300

type Context = { choices: Map<string, SentChoice>; publicUrl: string; timeZone: string }

const quote = (text: string) => (text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text)

function describe(record: EventRecord, { choices, publicUrl, timeZone }: Context) {
  const formats = {
    date: (instant: string) => formatDate(instant, timeZone),
    dateTime: (instant: string) => formatDateTime(instant, timeZone),
  }
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
export const notificationEmail = (events: EventRecord[], count: number, context: Context) =>
  notificationsEmail({
    count,
    events: events.map((event) => describe(event, context)),
    url: `${context.publicUrl}/activity`,
    settingsUrl: `${context.publicUrl}/account#mail`,
  })
