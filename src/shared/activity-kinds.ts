import type { NotificationSetting } from './notification-settings.ts'

/** The kinds in the API and the database. A new kind also needs an entry in `activityKinds`. */
export const eventKinds = ['opened', 'choice', 'comment', 'upload', 'request', 'closing', 'guessing', 'team'] as const
export type EventKind = (typeof eventKinds)[number]

/** What collaborators do. */
export const teamActs = ['joined', 'left', 'added', 'changed', 'deleted', 'moved', 'approved', 'reopened'] as const
export type TeamAct = (typeof teamActs)[number]

type ActivityKind = Exclude<EventKind, 'request'> | 'moreTime' | 'changeFavorites'

type Event = {
  kind: EventKind
  /** Null, with an empty title, if the event is about all links. */
  linkId: string | null
  linkTitle: string
  imageId: string | null
  /** Empty if the event isn't about an image, or the image has no title. */
  imageTitle: string
  choiceId: string | null
  /** Empty if the visitor's name is unknown. */
  name: string
  text: string
  isWaiting: boolean
  /** How many images a guest added, or how often a collaborator did something. */
  count?: number | undefined
  act?: TeamAct | undefined
  /** Undefined unless the event is about favorites that still exist. */
  chosen?: { imageCount: number } | undefined
}

type EmailedEvent = Event & {
  linkExpiresAt: string | null
  chosen: { imageCount: number; notes: unknown[] } | undefined
}

/** The activity page uses the viewer's time zone, and emails use the account's. */
type Formats = { date: (instant: string) => string; dateTime: (instant: string) => string }

type Button = { label: string; path: string }

/** Sentences and captions have no final period. */
type Kind = {
  /** What the event's `text` contains. Only quotes are shown as they are. */
  text: 'quote' | 'date' | 'nothing'
  /** The activity page shows the subject in bold. */
  sentence: (event: Event, format: Formats) => [subject: string, rest: string]
  caption?: (event: Event) => string
  button: ((event: Event) => Button | undefined) | undefined
  /** Undefined if we never email this kind. */
  email: Email | undefined
}

/** Without its own sentence or button, an email has the same ones as the activity page. */
type Email = {
  setting: NotificationSetting
  sentence?: (event: EmailedEvent, format: Formats) => string | undefined
  caption: ((event: EmailedEvent, format: Formats) => string | undefined) | undefined
  button?: (event: EmailedEvent) => Button | undefined
}

const who = ({ name }: Event) => name || 'Someone'
const quoted = (title: string) => `"${title}"`
const link = ({ linkId, linkTitle }: Event) => (linkId === null ? 'your links' : quoted(linkTitle))

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const withNotes = (count: number) => (count > 0 ? `, with ${counted(count, 'note')}` : '')

const teamSentences: Record<TeamAct, (event: Event, count: number) => string> = {
  joined: (event) => `joined to work on ${link(event)}`,
  left: (event) => `no longer works on ${link(event)}`,
  added: (event, count) => `added ${counted(count, 'image')} to ${link(event)}`,
  changed: (event, count) => `made ${counted(count, 'change')} to ${link(event)}`,
  deleted: (event, count) => `deleted ${counted(count, 'item')} from ${link(event)}`,
  moved: (event, count) => `moved ${counted(count, 'image')} from ${link(event)}`,
  approved: (event, count) => `approved ${counted(count, 'item')} in ${link(event)}`,
  reopened: (event, count) => `reopened ${counted(count, 'list')} of favorites from ${link(event)}`,
}

const favorites = ({ linkId }: Event) => ({ label: 'View favorites', path: `/links/${linkId}/choices` })
const expiry = (label: string, { linkId }: Event) => ({ label, path: `/links/edit/${linkId}#expiry` })
const comment = ({ imageId }: Event, hash = '') =>
  imageId === null ? undefined : { label: 'View comment', path: `/images/${imageId}${hash}` }

/** How each kind of activity appears on the activity page, and whether and how we email it. */
export const activityKinds: Record<ActivityKind, Kind> = {
  opened: {
    text: 'nothing',
    sentence: (event) => [who(event), `opened ${link(event)} for the first time`],
    button: undefined,
    email: undefined,
  },
  choice: {
    text: 'quote',
    sentence: ({ chosen, ...event }) => [
      who(event),
      `sent ${chosen ? counted(chosen.imageCount, 'favorite') : 'favorites'} from ${link(event)}`,
    ],
    button: favorites,
    email: {
      setting: 'choices',
      sentence: ({ chosen, ...event }) => chosen && `${who(event)} sent ${counted(chosen.imageCount, 'favorite')}`,
      caption: ({ chosen, ...event }) => chosen && `From ${link(event)}${withNotes(chosen.notes.length)}`,
    },
  },
  comment: {
    text: 'quote',
    sentence: (event) => [
      who(event),
      `commented on ${event.imageTitle ? quoted(event.imageTitle) : `an image in ${link(event)}`}`,
    ],
    caption: ({ linkTitle }) => linkTitle,
    button: (event) => comment(event, '#comments'),
    email: {
      setting: 'comments',
      sentence: (event) =>
        `${who(event)} commented on ${event.imageTitle ? quoted(event.imageTitle) : 'an image'} in ${link(event)}`,
      caption: ({ isWaiting }) => (isWaiting ? "It's hidden until you approve it" : undefined),
      button: (event) => (event.isWaiting ? { label: 'Review comment', path: '/activity' } : comment(event)),
    },
  },
  upload: {
    text: 'nothing',
    sentence: ({ count = 0, ...event }) => [who(event), `added ${counted(count, 'photo')} to ${link(event)}`],
    button: ({ linkId }) => ({ label: 'View photos', path: `/links/${linkId}/guest-uploads` }),
    email: { setting: 'uploads', caption: undefined },
  },
  moreTime: {
    text: 'quote',
    sentence: (event) => [who(event), `requested more time for ${link(event)}`],
    button: (event) => (event.isWaiting ? expiry('Pick a date', event) : undefined),
    email: {
      setting: 'requests',
      caption: ({ linkExpiresAt }, { date }) =>
        `${linkExpiresAt ? `It expired on ${date(linkExpiresAt)}. ` : ''}Its images are safe`,
      button: (event) => expiry('Extend', event),
    },
  },
  changeFavorites: {
    text: 'quote',
    sentence: (event) => [who(event), `asked to change their favorites from ${link(event)}`],
    button: favorites,
    email: { setting: 'requests', caption: undefined },
  },
  closing: {
    text: 'date',
    sentence: ({ linkTitle, text }, { date }) => [linkTitle, `expires on ${date(text)}`],
    button: (event) => expiry('Extend', event),
    email: {
      setting: 'closing',
      sentence: (event, { date }) => `${link(event)} expires on ${date(event.text)}`,
      caption: ({ text }, { dateTime }) => `After ${dateTime(text)}, visitors can't open it`,
    },
  },
  guessing: {
    text: 'nothing',
    sentence: (event) => [
      'Someone',
      `is trying to guess the password for ${link(event)}. If it's easy to guess, change it.`,
    ],
    button: undefined,
    email: undefined,
  },
  team: {
    text: 'nothing',
    sentence: ({ count = 1, act = 'changed', ...event }) => [who(event), teamSentences[act](event, count)],
    button: ({ linkId }) =>
      linkId === null
        ? { label: 'View people', path: '/studio#people' }
        : { label: 'View images', path: `/images/manage/${linkId}` },
    email: undefined,
  },
}

type Kinded = { kind: EventKind; choiceId?: string | null | undefined }

/** The API has one kind for both requests. Those about favorites have a choice ID. */
export function kindOf({ kind, choiceId }: Kinded): ActivityKind {
  if (kind === 'request') return choiceId ? 'changeFavorites' : 'moreTime'
  return kind
}

/** Returns the email setting of the event's kind, or undefined if we never email it. */
export const settingOf = (event: Kinded) => activityKinds[kindOf(event)].email?.setting
