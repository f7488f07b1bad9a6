import '#web/ui/form-controls.css'
import { RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { TrashEntry } from '#shared/trash.ts'
import { count, formatNumber } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DaysLeft, MoreButton, type TrashListProps } from './trashed-links.tsx'

export function TrashedImages({ entries, total, onRestore, onDelete, ...paging }: TrashListProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // What was restored or deleted isn't selected anymore.
  const selected = entries.filter(({ _id }) => ids.has(_id))
  const toggle = (id: string) => setIds(new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]))
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="trashed-images">
      <h2 id="trashed-images" className="mb-6 text-heading">
        {count(total, 'image')}
      </h2>
      {selected.length > 0 && (
        <fieldset className="sticky top-17 z-10 mb-5 flex flex-wrap items-center gap-x-2 rounded-control bg-sunken px-2 py-1.5 text-ui shadow-control">
          <legend className="sr-only">Selected images</legend>
          <IconButton icon={X} label="Clear selection" onClick={() => setIds(new Set())} />
          <p className="mr-auto font-medium tabular-nums">{formatNumber(selected.length)} selected</p>
          <Button kind="ghost" onClick={() => setIds(new Set(entries.map(({ _id }) => _id)))}>
            Select all
          </Button>
          <Button kind="ghost" icon={RotateCcw} onClick={() => void onRestore(selected)}>
            Restore
          </Button>
          <Button kind="ghostDanger" icon={Trash2} onClick={() => onDelete(selected)}>
            Delete for good
          </Button>
        </fieldset>
      )}
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4">
        {entries.map((entry) => (
          <TrashedImage
            key={entry._id}
            entry={entry}
            isSelected={ids.has(entry._id)}
            onToggle={() => toggle(entry._id)}
            onRestore={() => void onRestore([entry])}
            onDelete={() => onDelete([entry])}
          />
        ))}
      </ul>
      <MoreButton {...paging} />
    </section>
  )
}

type ImageProps = {
  entry: TrashEntry
  isSelected: boolean
  onToggle: () => void
  onRestore: () => void
  onDelete: () => void
}

const TrashedImage = ({ entry, isSelected, onToggle, onRestore, onDelete }: ImageProps) => (
  <li>
    <div
      className={`relative grid aspect-square place-items-center rounded-small bg-sunken p-2.5 ${isSelected ? 'outline-2 outline-accent' : ''}`}
    >
      <img
        src={entry.thumbnailUrl ?? ''}
        alt={entry.title}
        loading="lazy"
        className="absolute inset-2.5 size-[calc(100%-1.25rem)] rounded-print object-contain"
      />
      <label className="absolute top-0 right-0 grid size-11 cursor-pointer place-items-center">
        <span className="sr-only">Select {entry.title}</span>
        <input type="checkbox" className="check" checked={isSelected} onChange={onToggle} />
      </label>
    </div>
    <div className="mt-2 flex items-start justify-between gap-1">
      <div className="min-w-0 pt-1">
        <p dir="auto" className="truncate font-medium text-ui">
          {entry.title}
        </p>
        <p className="truncate text-caption text-ink-2">From {entry.link?.title}</p>
        <p className="text-caption text-ink-2">
          <DaysLeft entry={entry} />
        </p>
      </div>
      <div className="-mr-2.5 flex shrink-0 max-sm:flex-col">
        <IconButton icon={RotateCcw} label={`Restore ${entry.title}`} onClick={onRestore} />
        <IconButton icon={Trash2} kind="iconDanger" label={`Delete ${entry.title} for good`} onClick={onDelete} />
      </div>
    </div>
  </li>
)
