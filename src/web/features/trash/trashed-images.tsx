import '#web/ui/form-controls.css'
import { RotateCcw, Trash2 } from 'lucide-react'
import type { TrashEntry } from '#shared/trash.ts'
import { count, formatNumber } from '#web/lib/formats.ts'
import { useSelection } from '#web/lib/use-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SelectionBar } from '#web/ui/selection-bar.tsx'
import { DaysLeft, MoreButton, type TrashListProps } from './trashed-links.tsx'

export function TrashedImages({ entries, total, onRestore, onDelete, ...paging }: TrashListProps) {
  const ids = entries.map(({ _id }) => _id)
  // What was restored or deleted isn't selected anymore.
  const { selected, chosen, toggle, clear, select } = useSelection(ids)
  const selectedEntries = () => entries.filter(({ _id }) => chosen.has(_id))
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="trashed-images">
      <h2 id="trashed-images" className="mb-6 text-heading">
        {count(total, 'image')}
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4">
        {entries.map((entry) => (
          <TrashedImage
            key={entry._id}
            entry={entry}
            isSelected={chosen.has(entry._id)}
            onToggle={(isRange) => toggle(entry._id, isRange)}
            onRestore={() => void onRestore([entry])}
            onDelete={() => onDelete([entry])}
          />
        ))}
      </ul>
      <MoreButton {...paging} />
      {selected.length > 0 && (
        <SelectionBar
          status={`${formatNumber(selected.length)} selected`}
          more={
            selected.length < ids.length
              ? { label: `Select all ${formatNumber(ids.length)}`, onSelect: () => select(ids) }
              : undefined
          }
          onClear={clear}
        >
          <Button kind="ghost" icon={RotateCcw} onClick={() => void onRestore(selectedEntries())}>
            Restore
          </Button>
          <Button kind="ghostDanger" icon={Trash2} onClick={() => onDelete(selectedEntries())}>
            Delete for good
          </Button>
        </SelectionBar>
      )}
    </section>
  )
}

type ImageProps = {
  entry: TrashEntry
  isSelected: boolean
  onToggle: (isRange: boolean) => void
  onRestore: () => void
  onDelete: () => void
}

const TrashedImage = ({ entry, isSelected, onToggle, onRestore, onDelete }: ImageProps) => (
  <li>
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users press the checkbox */}
    <label
      className={`relative grid aspect-square cursor-pointer select-none place-items-center rounded-small bg-sunken p-2.5 ${isSelected ? 'outline-2 outline-accent' : ''}`}
      onClick={(event) => {
        // Firefox ignores labels that are clicked with Shift.
        if (!event.shiftKey || event.target instanceof HTMLInputElement) return
        event.preventDefault()
        onToggle(true)
      }}
    >
      <span className="sr-only">Select {entry.title}</span>
      <img
        src={entry.thumbnailUrl ?? undefined}
        alt=""
        loading="lazy"
        className="absolute inset-2.5 size-[calc(100%-1.25rem)] rounded-print object-contain"
      />
      <span className="absolute top-0 right-0 grid size-11 place-items-center">
        <input
          type="checkbox"
          className="check"
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
        />
      </span>
    </label>
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
