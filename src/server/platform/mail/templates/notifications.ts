import { type MailContent, type MailItem, maxItems } from '../mail-content.ts'

type Event = MailItem & { url: string /** What pressing its button does. */; action: string }

type Notifications = { events: Event[]; url: string; settingsUrl: string }

/** What happened in somebody's galleries since the last such mail. */
export function notificationsMail({ events, url, settingsUrl }: Notifications): MailContent {
  const [first] = events
  const footer = ['You get this mail because you asked to be told.', { label: 'Change this', url: settingsUrl }]
  if (first && events.length === 1) {
    const { heading, caption, quote, action } = first
    return {
      subject: heading,
      preview: caption ?? quote ?? '',
      heading,
      blocks: [
        ...(caption ? [`${caption}.`] : []),
        ...(quote ? [{ quote }] : []),
        { button: { label: action, url: first.url } },
      ],
      footer,
    }
  }
  const heading = `${events.length} things happened in your galleries`
  const moreCount = events.length - maxItems
  return {
    subject: heading,
    preview: first?.heading ?? '',
    heading,
    blocks: [
      { items: events.slice(0, maxItems) },
      ...(moreCount > 0 ? [{ detail: `And ${moreCount} more.` }] : []),
      { button: { label: 'See all activity', url } },
    ],
    footer,
  }
}
