import { RotateCcw, Trash2 } from 'lucide-react'
import type { TrashEntry } from '#shared/trash.ts'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyFrame } from '#web/ui/empty-frame.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Time } from '#web/ui/time.tsx'
import { daysLeft, leftText } from './trash-text.ts'

export type TrashListProps = {
  entries: readonly TrashEntry[]
  total: number
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => Promise<unknown>
  onRestore: (entries: readonly TrashEntry[]) => Promise<void>
  onDelete: (entries: readonly TrashEntry[]) => void
}

export const TrashedLinks = ({ entries, total, onRestore, onDelete, ...paging }: TrashListProps) =>
  entries.length > 0 && (
    <section aria-labelledby="trashed-links">
      <h2 id="trashed-links" className="mb-4 text-heading">
        {count(total, 'link')}
      </h2>
      <ul className="border-line border-t">
        {entries.map((entry) => (
          <TrashedLink
            key={entry._id}
            entry={entry}
            onRestore={() => void onRestore([entry])}
            onDelete={() => onDelete([entry])}
          />
        ))}
      </ul>
      <MoreButton {...paging} />
    </section>
  )

type LinkProps = { entry: TrashEntry; onRestore: () => void; onDelete: () => void }

const TrashedLink = ({ entry, onRestore, onDelete }: LinkProps) => (
  <li className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-line border-b py-3.5 sm:grid-cols-[6rem_minmax(0,1fr)_auto]">
    <div className="aspect-3/2 overflow-hidden rounded-print bg-sunken">
      {entry.thumbnailUrl ? (
        <img src={entry.thumbnailUrl} alt="" loading="lazy" className="size-full object-cover" />
      ) : (
        <EmptyFrame />
      )}
    </div>
    <div className="min-w-0">
      <h3 dir="auto" className="font-medium text-ui wrap-anywhere">
        {entry.title}
      </h3>
      <p className="flex flex-wrap gap-x-5 text-caption text-ink-2">
        <span>{entry.imageCount > 0 ? count(entry.imageCount, 'image') : 'No images'}</span>
        {entry.commentCount > 0 && <span>{count(entry.commentCount, 'comment')}</span>}
        <span>
          Deleted <Time at={entry.deletedAt} as="ago" />
        </span>
        <DaysLeft entry={entry} />
      </p>
    </div>
    <div className="flex items-center gap-2 max-sm:col-span-2 sm:-mr-2.5">
      <Button icon={RotateCcw} className="max-sm:flex-1" aria-label={`Restore ${entry.title}`} onClick={onRestore}>
        Restore
      </Button>
      <IconButton icon={Trash2} kind="iconDanger" label={`Delete ${entry.title} for good`} onClick={onDelete} />
    </div>
  </li>
)

/** In danger from three days down. */
export function DaysLeft({ entry }: { entry: TrashEntry }) {
  const days = daysLeft(entry)
  return <span className={days <= 3 ? 'text-danger' : undefined}>{leftText(days)}</span>
}

type Paging = Pick<TrashListProps, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>

export const MoreButton = ({ hasNextPage, isFetchingNextPage, fetchNextPage }: Paging) =>
  hasNextPage && (
    <Button className="mt-5" busy={isFetchingNextPage && 'Loading'} onClick={() => void fetchNextPage()}>
      Show more
    </Button>
  )
