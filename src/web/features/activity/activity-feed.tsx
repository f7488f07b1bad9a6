import { CheckCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { ActivityEvent } from '#shared/activity.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Segment } from '#web/ui/segment.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { EventRow } from './event-row.tsx'
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
        {events.map((event) => (
          <EventRow key={event._id} event={event} changes={changes} />
        ))}
      </ul>
    </section>
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
