import { CalendarPlus, Check, ChevronRight, Clock, Users } from 'lucide-react'
import { Link } from 'react-router'
import type { ActivityEvent } from '#shared/activity.ts'
import { kindOf } from '#shared/activity-kinds.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { dayHeading, describeEvent } from './event-text.ts'
import type { ActivityChanges } from './use-activity.ts'

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })

type Props = {
  event: ActivityEvent
  changes: ActivityChanges
  /** Set in the bell's menu. A click on a row's link calls `onLeave`. */
  menu?: { onLeave: () => void }
}

const rowStyle = 'relative grid grid-cols-[3rem_minmax(0,1fr)] gap-y-3 border-line border-t'
export const wideRow = `${rowStyle} gap-x-4 py-4 md:grid-cols-[3rem_minmax(0,1fr)_auto] md:items-start`
const menuRow = `${rowStyle} gap-x-3.5 py-3 text-ui`

export function timeText(at: string, isInMenu = false) {
  const time = timeFormat.format(new Date(at))
  const day = dayHeading(at)
  return isInMenu && day !== 'Today' ? `${day}, ${time}` : time
}

export const NewDot = ({ isInMenu = false }) => (
  <span
    aria-hidden="true"
    className={`absolute -left-2.5 size-1.5 rounded-full bg-accent md:-left-4 ${isInMenu ? 'top-8' : 'top-9 md:size-2'}`}
  />
)

export const EventPicture = ({ event: { link, picture } }: { event: ActivityEvent }) => (
  <div className="grid size-12 place-items-center overflow-hidden rounded-print bg-sunken text-ink-3">
    {!link && <Users size={20} strokeWidth={1.75} aria-hidden="true" />}
    {picture && <img src={picture.thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />}
  </div>
)

export function EventRow({ event, changes, menu }: Props) {
  const { sentence, quote, caption } = describeEvent(event)
  const [subject, rest] = sentence
  return (
    <li className={menu ? menuRow : wideRow}>
      {!event.isRead && <NewDot isInMenu={menu !== undefined} />}
      <EventPicture event={event} />
      {/* On phones, there's an arrow to the right. */}
      <div className={`min-w-0 ${menu ? '' : 'max-md:pr-6'}`}>
        <p className="wrap-anywhere text-pretty">
          {!event.isRead && <span className="sr-only">New: </span>}
          <b className="font-medium">{subject}</b> {rest}
        </p>
        {quote && (
          <p dir="auto" className="wrap-anywhere line-clamp-4 text-ink-2 text-ui">
            "{quote}"
          </p>
        )}
        {event.favorites && !menu && <Favorites {...event.favorites} />}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-caption text-ink-3">
          {event.isWaiting && !menu && (
            <Badge tone="warn" icon={Clock}>
              Needs attention
            </Badge>
          )}
          <span className="flex min-w-0 gap-4">
            {caption && <span className="truncate">{caption}</span>}
            <time dateTime={event.at} className="shrink-0">
              {timeText(event.at, menu !== undefined)}
            </time>
          </span>
        </p>
      </div>
      <EventActions event={event} changes={changes} {...(menu && { menu })} />
    </li>
  )
}

const Favorites = ({ count, thumbnailUrls }: NonNullable<ActivityEvent['favorites']>) => (
  <p aria-hidden="true" className="my-2 flex items-center gap-1.5 text-caption text-ink-3">
    {thumbnailUrls.map((url) => (
      <img key={url} src={url} alt="" loading="lazy" className="size-12 rounded-print bg-sunken object-cover" />
    ))}
    {count > thumbnailUrls.length && <span className="pl-1.5">+{count - thumbnailUrls.length}</span>}
  </p>
)

function EventActions({ event, changes: { approve, remove, extend }, menu }: Props) {
  // Shift ghost buttons at the edge by their padding, so their label aligns with the text or the page edge.
  const style = `col-start-2 flex flex-wrap items-center gap-2 ${menu ? '' : 'md:col-start-3 md:-mr-3'}`
  const isBusy = (change: { isPending: boolean; variables: ActivityEvent | undefined }) =>
    change.isPending && change.variables?._id === event._id
  const { button } = describeEvent(event)
  const link = button && (
    <Link className={buttonStyle.ghost} onClick={menu?.onLeave} to={button.path}>
      {button.label}
    </Link>
  )
  const kind = event.isWaiting ? kindOf(event) : undefined
  if (kind === 'comment') {
    return (
      <div className={style}>
        <Button icon={Check} busy={isBusy(approve) && 'Approving'} onClick={() => approve.mutate(event)}>
          Approve
        </Button>
        <Button kind="ghost" busy={isBusy(remove) && 'Deleting'} onClick={() => remove.mutate(event)}>
          Delete
        </Button>
      </div>
    )
  }
  if (kind === 'moreTime') {
    return (
      <div className={style}>
        <Button icon={CalendarPlus} busy={isBusy(extend) && 'Reopening'} onClick={() => extend.mutate(event)}>
          7 more days
        </Button>
        {link}
      </div>
    )
  }
  if (!button) return null
  if (menu) return <div className={`${style} -my-2 -ml-3`}>{link}</div>
  // On phones, the link covers the row.
  return (
    <div className="absolute inset-0 flex md:static md:col-start-3 md:-mr-3">
      <Link
        className={`${buttonStyle.ghost} max-md:w-full max-md:justify-end max-md:px-0 max-md:hover:bg-transparent`}
        to={button.path}
      >
        <span className="max-md:sr-only">{button.label}</span>
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="text-ink-3 md:hidden" />
      </Link>
    </div>
  )
}
