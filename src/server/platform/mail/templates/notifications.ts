import { type MailBlock, type MailContent, type MailItem, maxItems } from '../mail-content.ts'
import { photoCount } from './format.ts'

type Event = MailItem & {
  url: string
  /** What pressing its button does. */
  action: string
  /** What somebody chose, where this is about it. */
  chosen?: Chosen | undefined
}

type Chosen = {
  imageCount: number
  /** Only of galleries that are open to all, and not more than a mail should fetch. */
  pictures: { url: string; alt: string }[]
  notes: MailItem[]
}

/** `count`: of all that happened, of which the first are told. */
type Notifications = { events: Event[]; count?: number; url: string; settingsUrl: string }

/** What happened in somebody's galleries since the last such mail. */
export function notificationsMail({ events, count = events.length, url, settingsUrl }: Notifications): MailContent {
  const [first] = events
  const footer = ['You get this mail because you asked to be told.', { label: 'Change this', url: settingsUrl }]
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
  const heading = `${count} things happened in your galleries`
  return {
    subject: heading,
    preview: first?.heading ?? '',
    heading,
    blocks: [
      { items: events.slice(0, maxItems) },
      ...andMore(count - maxItems),
      { button: { label: 'See all activity', url } },
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
