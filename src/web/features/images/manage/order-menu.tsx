import { ArrowDownAZ, CalendarClock, ChevronDown, ListOrdered } from 'lucide-react'
import type { Image } from '#shared/images.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { Menu } from '#web/ui/menu.tsx'
import { type ImageSort, imageSorts, presentSort, sortedIds } from './image-order.ts'

const icons = { taken: CalendarClock, name: ArrowDownAZ, upload: ListOrdered }
const sorts = Object.keys(imageSorts) as ImageSort[]

type Props = {
  images: readonly Image[]
  /** The sort the owner chose last. Moving images by hand clears it, but editing a title doesn't. */
  chosen: ImageSort | undefined
  onSort: (sort: ImageSort, ids: string[]) => void
}

export function OrderMenu({ images, chosen, onSort }: Props) {
  const present = chosen ?? presentSort(images)
  return (
    <Menu
      items={sorts.map((sort) => ({
        label: imageSorts[sort],
        icon: icons[sort],
        onSelect: () => onSort(sort, sortedIds(images, sort)),
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
