import { type EmailBlock, type EmailContent, type EmailItem, maxItems } from '#server/platform/email/email-content.ts'

type Event = EmailItem & {
  url: string
  action: string
  chosen?: Chosen | undefined
}

type Chosen = {
  imageCount: number
  /** The first few photos. Empty unless the gallery is open to everyone. */
  pictures: { url: string; alt: string }[]
  notes: EmailItem[]
}

/** `count` is the total. `events` may contain only the first ones. */
type Notifications = { events: Event[]; count?: number; url: string; settingsUrl: string }

export function notificationsEmail({ events, count = events.length, url, settingsUrl }: Notifications): EmailContent {
  const [first] = events
  const footer = [
    "You're receiving this because of your notification settings.",
    { label: 'Change settings', url: settingsUrl },
  ]
  if (first && count === 1) {
    const { heading, caption, quote, action, chosen } = first
    return {
      subject: heading,
      preview: caption ?? quote ?? '',
      heading,
      blocks: [
        ...(caption ? [`${caption}.`] : []),
        ...(quote ? [{ quote }] : []),
        ...(chosen ? blocksOf(chosen) : []),
        { button: { label: action, url: first.url } },
      ],
      footer,
    }
  }
  const heading = `${count} updates from your galleries`
  return {
    subject: heading,
    preview: first?.heading ?? '',
    heading,
    blocks: [
      { items: events.slice(0, maxItems) },
      ...andMore(count - maxItems),
      { button: { label: 'View all activity', url } },
    ],
    footer,
  }
}

const andMore = (count: number, what = `${count} more`): EmailBlock[] => (count > 0 ? [{ detail: `And ${what}.` }] : [])

function blocksOf({ imageCount, pictures, notes }: Chosen): EmailBlock[] {
  const moreCount = imageCount - pictures.length
  return [
    ...(pictures.length > 0 ? [{ pictures }, ...andMore(moreCount)] : []),
    ...(notes.length > 0 ? [{ items: notes.slice(0, maxItems) }] : []),
    ...andMore(
      notes.length - maxItems,
      `${notes.length - maxItems} more ${notes.length - maxItems === 1 ? 'note' : 'notes'}`,
    ),
  ]
}
