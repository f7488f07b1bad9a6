import { Ban } from 'lucide-react'
import { useState } from 'react'
import { count, formatNumber } from '#web/lib/formats.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { Time } from '#web/ui/time.tsx'
import { GuestMenu } from './guest-menu.tsx'
import { guestName } from './queue-image.tsx'
import type { UploadQueue } from './use-upload-queue.ts'

type Props = {
  queue: UploadQueue
  /** Undefined for everyone. */
  guestId: string | undefined
  onPick: (guestId: string | undefined) => void
  className: string
}

const rowStyle =
  'grid min-h-14 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-transparent border-s-2 py-2.5 ps-3.5 pe-3 text-start text-ui hover:bg-hover aria-pressed:border-accent aria-pressed:bg-sunken'

/** Starts with the guests whose images need approval, as a select on phones. The rest can still be blocked. */
export function GuestList({ queue, guestId, onPick, className }: Props) {
  const { guestList, guests, waiting } = queue
  const [wantsAll, setWantsAll] = useState(false)
  const withImages = guestList.filter((guest) => guest.waiting > 0 || guest._id === guestId)
  const showsAll = wantsAll || withImages.length === 0
  const listed = showsAll ? guestList : withImages
  const hasMore = showsAll ? guests.hasNextPage : guests.hasNextPage || guestList.length > withImages.length
  const blocked = guestList.filter(({ isBlocked }) => isBlocked).length
  const more = async () => {
    if (showsAll) await guests.fetchNextPage()
    setWantsAll(true)
  }
  return (
    <aside aria-labelledby="guests" className={`grid gap-4 lg:sticky lg:top-36 ${className}`}>
      <h2 id="guests" className="text-subhead max-lg:sr-only">
        Guests
      </h2>
      {withImages.length > 0 && !showsAll && (
        <Select
          className="lg:hidden"
          label="Guest"
          value={guestId ?? ''}
          onChange={({ target }) => onPick(target.value || undefined)}
          options={[
            { value: '', label: `Everyone, ${count(waiting, 'image')}` },
            ...withImages.map((guest) => ({
              value: guest._id,
              label: `${guestName(guest)}, ${formatNumber(guest.waiting)}`,
            })),
          ]}
        />
      )}
      <ul className={`border-line border-b ${showsAll ? '' : 'max-lg:hidden'}`}>
        {withImages.length > 0 && (
          <li className="border-line border-t">
            <button
              type="button"
              aria-pressed={guestId === undefined}
              className={rowStyle}
              onClick={() => onPick(undefined)}
            >
              <b className="font-medium">Everyone</b>
              <span className="text-ink-2 tabular-nums">{formatNumber(waiting)}</span>
            </button>
          </li>
        )}
        {listed.map((guest) => (
          <li key={guest._id} className="grid grid-cols-[minmax(0,1fr)_auto] items-center border-line border-t">
            <button
              type="button"
              aria-pressed={guest._id === guestId}
              className={rowStyle}
              onClick={() => onPick(guest._id)}
            >
              <b dir="auto" className="truncate font-medium">
                {guestName(guest)}
              </b>
              <span className="text-ink-2 tabular-nums">{formatNumber(guest.waiting)}</span>
              <span className="col-span-2 flex flex-wrap items-center gap-x-3 text-caption text-ink-3">
                <span>
                  Last added <Time at={guest.lastAddedAt} as="ago" />
                </span>
                {guest.isBlocked && (
                  <Badge tone="danger" icon={Ban}>
                    Blocked
                  </Badge>
                )}
              </span>
            </button>
            <GuestMenu queue={queue} guest={guest} />
          </li>
        ))}
      </ul>
      {(hasMore || (blocked > 0 && !showsAll)) && (
        <p className="flex flex-wrap items-center gap-x-3 text-caption text-ink-3">
          {blocked > 0 && `Blocked: ${count(blocked, 'guest')}.`}
          <Button kind="ghost" className="-mx-3" busy={guests.isFetchingNextPage && 'Loading'} onClick={more}>
            {showsAll ? 'Show more guests' : 'Show all guests'}
          </Button>
        </p>
      )}
    </aside>
  )
}
