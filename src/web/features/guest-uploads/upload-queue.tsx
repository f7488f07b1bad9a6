import { ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { generatePath, Link as RouterLink } from 'react-router'
import type { Guest } from '#shared/guest-uploads.ts'
import type { Link } from '#shared/links.ts'
import { pages } from '#shared/pages.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { count, formatNumber } from '#web/lib/formats.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ApproveAll } from './approve-all.tsx'
import { ApprovedImages, useApprovedGuest } from './approved-images.tsx'
import { GuestList } from './guest-list.tsx'
import { guestName } from './queue-image.tsx'
import { QueueImages } from './queue-images.tsx'
import { type UploadQueue, useUploadQueue } from './use-upload-queue.ts'
import './upload-queue.css'

type Props = {
  link: Link
  /** Shown when there's nothing to approve. */
  ways: ReactNode
}

export function UploadQueueView({ link, ways }: Props) {
  const [guestId, setGuestId] = useState<string>()
  const { approvedGuestId, showApproved } = useApprovedGuest()
  const queue = useUploadQueue(link._id, guestId)
  const { list, guestList, waiting, fresh, decisions } = queue
  const isDone = waiting === 0 && ![...decisions.values()].includes('rejecting')

  // If nothing is on screen, nothing can move.
  const showArrivals = useEffectEvent(() => void queue.reload())
  useEffect(() => {
    if (isDone && fresh > 0) showArrivals()
  }, [isDone, fresh])

  if (!list.data) {
    if (!list.isError) return <Spinner />
    return (
      <Failure
        sentence={errorMessage(list.error, "Couldn't load the images. Please try again.")}
        onRetry={() => void list.refetch()}
      />
    )
  }
  const find = (id: string | null | undefined) => guestList.find(({ _id }) => _id === id)
  const guest = find(guestId)
  const isDeciding = !isDone && !approvedGuestId
  const pick = (id: string | undefined) => {
    setGuestId(id)
    if (approvedGuestId) showApproved(undefined)
  }
  return (
    <div className="pb-16">
      {isDeciding && <QueueHead queue={queue} guest={guest} />}
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        {guestList.length > 0 && (
          <GuestList
            queue={queue}
            guestId={approvedGuestId ?? guestId}
            onPick={pick}
            className="lg:col-start-2 lg:row-start-1"
          />
        )}
        {approvedGuestId ? (
          <ApprovedImages
            key={approvedGuestId}
            linkId={link._id}
            guestId={approvedGuestId}
            guest={find(approvedGuestId)}
          />
        ) : isDone ? (
          <NothingToApprove link={link}>{ways}</NothingToApprove>
        ) : (
          <QueueImages queue={queue} link={link} />
        )}
      </div>
      {isDeciding && (
        <div className="sticky bottom-0 z-12 -mx-(--gutter) mt-6 flex items-center justify-between gap-3 border-line border-t bg-raised px-(--gutter) pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden">
          <p className="font-medium text-ui">{formatNumber(guest ? guest.waiting : waiting)} waiting</p>
          <ApproveAll queue={queue} guest={guest} className="min-w-32">
            Approve all
          </ApproveAll>
        </div>
      )}
    </div>
  )
}

const keys = [
  { keys: ['A'], label: 'approve' },
  { keys: ['R'], label: 'reject' },
  { keys: ['←', '→'], label: 'move' },
  { keys: ['Z'], label: 'undo' },
]

function QueueHead({ queue, guest }: { queue: UploadQueue; guest: Guest | undefined }) {
  const { waiting, fresh, guestList, guests, reload } = queue
  const people = guestList.filter((each) => each.waiting > 0).length
  const everyone = guests.hasNextPage || people === 0 ? '' : ` from ${count(people, 'guest')}`
  return (
    <div className="queue-head flex flex-wrap items-center justify-between gap-x-6 gap-y-1 bg-wall/94 backdrop-blur-md max-md:justify-center md:mb-6 md:min-h-14 md:border-line md:border-b md:py-1.5">
      <p className="font-medium text-ui max-md:sr-only">
        {guest ? `${count(guest.waiting, 'image')} from ${guestName(guest)}` : `${count(waiting, 'image')}${everyone}`}
      </p>
      <div role="status" className="max-md:not-empty:py-1.5">
        {fresh > 0 && (
          <button
            type="button"
            className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-full bg-accent px-4 font-medium text-on-accent text-ui sm:min-h-9"
            onClick={() => void reload()}
          >
            <ArrowUp size={16} strokeWidth={1.75} aria-hidden="true" />
            {formatNumber(fresh)} new
          </button>
        )}
      </div>
      <ul aria-label="Keys" className="queue-keys flex flex-wrap gap-x-5 text-caption text-ink-2">
        {keys.map(({ keys, label }) => (
          <li key={label} className="inline-flex items-center gap-1.5">
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
            {label}
          </li>
        ))}
      </ul>
      <ApproveAll queue={queue} guest={guest} className="max-md:hidden">
        Approve all {formatNumber(guest ? guest.waiting : waiting)}
      </ApproveAll>
    </div>
  )
}

function NothingToApprove({ link, children }: { link: Link; children: ReactNode }) {
  const isOff = link.guestUploads === 'off'
  return (
    <div className="grid items-center gap-8 sm:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] sm:gap-12">
      <EmptyFrame />
      <div className="grid justify-items-start gap-4">
        <div>
          <h2 className="text-subhead">{isOff ? 'Guest uploads are off' : 'Nothing to approve'}</h2>
          <p className="max-w-measure text-ink-2">
            {isOff
              ? 'Turn them on, and anyone with the link can add their photos.'
              : 'New images from your guests show up here. Put a card with the code on the tables, or share the link.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-3">
          {isOff ? (
            <RouterLink
              className={buttonStyle.primary}
              to={`${generatePath(pages.editLink, { linkId: link._id })}#uploads`}
            >
              Turn on guest uploads
            </RouterLink>
          ) : (
            children
          )}
        </div>
      </div>
    </div>
  )
}
