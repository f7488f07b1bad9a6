import {
  ArrowDownAZ,
  CalendarClock,
  CalendarDays,
  ChevronDown,
  Grid2x2,
  Grid3x3,
  ListOrdered,
  Plus,
} from 'lucide-react'
import { count } from '#web/lib/formats.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import type { ImageGroup } from '../group-by-section.ts'
import { type ImageSort, imageSorts, presentSort, sortedIds } from './image-order.ts'

type Props = OrderMenuProps & {
  isDense: boolean
  onDense: (isDense: boolean) => void
  onAddSection: () => void
  onAddDays: () => void
  /** True while sections are being added. */
  isAddingDays: boolean
}

export function ImageToolbar({ isDense, onDense, onAddSection, onAddDays, isAddingDays, ...order }: Props) {
  const size = order.groups.reduce((sum, { images }) => sum + images.length, 0)
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 id="images-heading" tabIndex={-1} className="text-heading outline-none">
        {count(size, 'image')}
      </h2>
      {size > 1 && (
        <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
          <IconButton
            icon={isDense ? Grid2x2 : Grid3x3}
            label={isDense ? 'Larger thumbnails' : 'Smaller thumbnails'}
            className="max-sm:order-last max-sm:ml-auto"
            onClick={() => onDense(!isDense)}
          />
          <Button icon={Plus} onClick={onAddSection}>
            Add section
          </Button>
          <Button icon={CalendarDays} busy={isAddingDays && 'Adding'} onClick={onAddDays}>
            By day
          </Button>
          <OrderMenu {...order} />
        </div>
      )}
    </div>
  )
}

const sortIcons = { taken: CalendarClock, name: ArrowDownAZ, upload: ListOrdered }
const sorts = Object.keys(imageSorts) as ImageSort[]

type OrderMenuProps = {
  /** Each group is sorted on its own. */
  groups: readonly ImageGroup[]
  /** The sort the owner chose last. Moving images by hand clears it, but editing a title doesn't. */
  chosen: ImageSort | undefined
  onSort: (sort: ImageSort, ids: string[]) => void
}

function OrderMenu({ groups, chosen, onSort }: OrderMenuProps) {
  const present = chosen ?? presentSort(...groups.map(({ images }) => images))
  return (
    <Menu
      items={sorts.map((sort) => ({
        label: imageSorts[sort],
        icon: sortIcons[sort],
        onSelect: () =>
          onSort(
            sort,
            groups.flatMap(({ images }) => sortedIds(images, sort)),
          ),
      }))}
      trigger={(props) => (
        <button type="button" {...props} className={`${buttonStyle.plain} font-normal`}>
          <span className="sr-only">Order of images: </span>
          {present ? `By ${imageSorts[present].toLowerCase()}` : 'Custom order'}
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden="true" className="text-ink-3" />
        </button>
      )}
    />
  )
}
