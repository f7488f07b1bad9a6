import { type MailBlock, type MailContent, type MailItem, maxItems } from '../mail-content.ts'
import { photoCount } from './format.ts'

type Event = MailItem & {
  url: string
  action: string
  chosen?: Chosen | undefined
}

type Chosen = {
  imageCount: number
  /** The first few photos. Empty unless the gallery is open to everyone. */
  pictures: { url: string; alt: string }[]
  notes: MailItem[]
}

/** `count` is the total. `events` may contain only the first ones. */
type Notifications = { events: Event[]; count?: number; url: string; settingsUrl: string }

export function notificationsMail({ events, count = events.length, url, settingsUrl }: Notifications): MailContent {
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

const andMore = (count: number, what = `${count} more`): MailBlock[] => (count > 0 ? [{ detail: `And ${what}.` }] : [])

function blocksOf({ imageCount, pictures, notes }: Chosen): MailBlock[] {
  const moreCount = imageCount - pictures.length
  return [
    ...(pictures.length > 0 ? [{ pictures }, ...andMore(moreCount, photoCount(moreCount, 'more'))] : []),
    ...(notes.length > 0 ? [{ items: notes.slice(0, maxItems) }] : []),
    ...andMore(notes.length - maxItems, `${notes.length - maxItems} more notes`),
  ]
}
