import { CheckCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { ActivityEvent } from '#shared/activity.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { EventPicture, EventRow, NewDot, timeText, wideRow } from './event-row.tsx'
import { dayHeading } from './event-text.ts'
import { type ActivityChanges, useActivity, useActivityChanges } from './use-activity.ts'

export function ActivityFeed() {
  const { events, unread, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivity()
  const changes = useActivityChanges()
  const [shown, setShown] = useState<'all' | 'waiting'>('all')
  if (!events) {
    if (error)
      return <Failure sentence={errorMessage(error, "Couldn't load your activity.")} onRetry={() => void refetch()} />
    return (
      <Loading label="Loading activity">
        <Skeleton className="h-60" />
      </Loading>
    )
  }
  if (events.length === 0) return <NothingYet />
  const waiting = events.filter(({ isWaiting }) => isWaiting)
  const options = [
    { value: 'all', label: 'All' },
    { value: 'waiting', label: waiting.length > 0 ? `Needs attention (${waiting.length})` : 'Needs attention' },
  ] as const
  const listed = shown === 'waiting' ? waiting : events
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Segment label="Show" options={options} value={shown} onChange={setShown} />
        {unread > 0 && (
          <Button
            kind="ghost"
            className="-mx-3"
            icon={CheckCheck}
            busy={changes.read.isPending && 'Marking'}
            onClick={() => changes.read.mutate(undefined)}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {listed.length === 0 && <p className="text-ink-2">You're all caught up.</p>}
      {[...Map.groupBy(listed, ({ at }) => dayHeading(at))].map(([day, ofDay]) => (
        <Day key={day} day={day} events={ofDay} changes={changes} />
      ))}
      {hasNextPage && (
        <div>
          <Button busy={isFetchingNextPage && 'Loading'} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        </div>
      )}
    </div>
  )
}

function Day({ day, events, changes }: { day: string; events: ActivityEvent[]; changes: ActivityChanges }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-subhead">
        {day}
      </h2>
      <ul>
        {grouped(events).map(([event, ...others]) =>
          others.length > 0 ? (
            <CommentGroup key={event._id} events={[event, ...others]} changes={changes} />
          ) : (
            <EventRow key={event._id} event={event} changes={changes} />
          ),
        )}
      </ul>
    </section>
  )
}

/** Fewer comments are shown one by one. */
const minGrouped = 3

/** Puts a link's comments of one day together, in the place of the newest. Comments that wait for approval stay alone. */
function grouped(events: ActivityEvent[]): [ActivityEvent, ...ActivityEvent[]][] {
  const isComment = ({ kind, isWaiting }: ActivityEvent) => kind === 'comment' && !isWaiting
  const byLink = Map.groupBy(events.filter(isComment), ({ link }) => link?._id)
  return events.flatMap((event) => {
    const group = isComment(event) ? (byLink.get(event.link?._id) ?? []) : []
    if (group.length < minGrouped) return [[event]]
    return event === group[0] ? [[event, ...group.slice(1)]] : []
  })
}

type GroupProps = { events: [ActivityEvent, ...ActivityEvent[]]; changes: ActivityChanges }

function CommentGroup({ events, changes }: GroupProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [newest] = events
  const names = [...new Set(events.map(({ name }) => name || 'Someone'))]
  const isNew = events.some(({ isRead }) => !isRead)
  return (
    <>
      <li className={wideRow}>
        {isNew && <NewDot />}
        <EventPicture event={newest} />
        <div className="min-w-0">
          <p className="wrap-anywhere text-pretty">
            {isNew && <span className="sr-only">New: </span>}
            <b className="font-medium">{events.length} comments</b> in "{newest.link?.title}"
          </p>
          <p dir="auto" className="wrap-anywhere line-clamp-2 text-ink-2 text-ui">
            {new Intl.ListFormat('en').format(names)}
          </p>
          <p className="mt-0.5 text-caption text-ink-3">
            <time dateTime={newest.at}>{timeText(newest.at)}</time>
          </p>
        </div>
        <Button
          kind="ghost"
          className="col-start-2 -ml-3 justify-self-start md:col-start-3 md:-mr-3 md:ml-0"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide comments' : 'Show comments'}
        </Button>
      </li>
      {isOpen && events.map((event) => <EventRow key={event._id} event={event} changes={changes} />)}
    </>
  )
}

const NothingYet = () => (
  <div className="grid max-w-160 gap-6">
    <EmptyFrame />
    <div>
      <h2 className="text-subhead">No activity yet</h2>
      <p className="text-ink-2">
        You'll see it here when someone you invited opens a gallery, or anyone comments or sends favorites.
      </p>
    </div>
  </div>
)
