import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { EventRow } from './event-row.tsx'
import { useActivity, useActivityChanges } from './use-activity.ts'

const shownCount = 4

export function BellMenu({ onClose }: { onClose: () => void }) {
  const { events, unread, error, refetch } = useActivity()
  const changes = useActivityChanges()
  const readAll = unread > 0 && (
    <Button
      kind="ghost"
      className="-my-2 -mr-3"
      busy={changes.read.isPending && 'Marking'}
      onClick={() => changes.read.mutate(undefined)}
    >
      Mark all as read
    </Button>
  )
  return (
    <Dialog title="Activity" action={readAll} corner onClose={onClose}>
      {!events && error && (
        <Failure sentence={errorMessage(error, "Couldn't load your activity.")} onRetry={() => void refetch()} />
      )}
      {!events && !error && (
        <Loading label="Loading activity">
          <Skeleton className="h-40" />
        </Loading>
      )}
      {events?.length === 0 && (
        <p className="pb-4 text-ink-2">
          You'll see it here when someone you invited opens a gallery, or anyone comments or sends favorites.
        </p>
      )}
      {events && events.length > 0 && (
        <ul>
          {events.slice(0, shownCount).map((event) => (
            <EventRow key={event._id} event={event} changes={changes} menu={{ onLeave: onClose }} />
          ))}
        </ul>
      )}
      <div className="-mt-4 -mb-5 grid border-line border-t pt-2">
        <Link to={pages.activity} className={buttonStyle.ghost} onClick={onClose}>
          View all activity
        </Link>
      </div>
    </Dialog>
  )
}
