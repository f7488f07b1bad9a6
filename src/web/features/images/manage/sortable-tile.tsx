import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, useMemo } from 'react'
import type { Image } from '#shared/images.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Picture } from '#web/ui/picture.tsx'
import { ImageTile, type TileActions } from './image-tile.tsx'

type TileProps = TileActions & {
  image: Image
  isSelected: boolean
  /** True if the image is part of the selection being dragged. */
  isAlong: boolean
  /** Where an image from another section would be inserted. */
  mark: 'before' | 'after' | undefined
}

/** Only this wrapper re-renders during a drag, not the memoized tile inside. */
export const SortableTile = memo(({ image, isSelected, isAlong, mark, ...actions }: TileProps) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: image._id,
    // Don't animate after the drop, because the tile is already in its new position.
    animateLayoutChanges: ({ isSorting }) => isSorting,
  })
  const { 'aria-describedby': describedBy, 'aria-pressed': pressed } = attributes
  const handle = useMemo(
    () => ({
      ref: setActivatorNodeRef,
      props: {
        ...listeners,
        'aria-describedby': describedBy,
        'aria-pressed': pressed,
        'aria-roledescription': 'sortable',
      },
    }),
    [setActivatorNodeRef, listeners, describedBy, pressed],
  )
  return (
    <li
      ref={setNodeRef}
      data-image={image._id}
      className={`pic ${isSelected ? 'pic-selected' : ''} ${isDragging || isAlong ? 'pic-dragged' : ''} ${mark ? `pic-mark pic-mark-${mark}` : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <ImageTile image={image} isSelected={isSelected} handle={handle} {...actions} />
    </li>
  )
})

/** This copy of the tile follows the pointer during a drag. */
export const DraggedTile = ({ image, count }: { image: Image; count: number }) => (
  <div className="pic pic-lifted">
    <div className="pic-mat">
      <div className="pic-handle">
        <Picture image={image} alt="" sizes="16rem" draggable={false} />
      </div>
      {count > 1 && (
        <span className="absolute top-2 right-2 grid h-7 min-w-7 place-items-center rounded-full bg-accent px-2 font-medium text-caption text-on-accent tabular-nums">
          {formatNumber(count)}
        </span>
      )}
    </div>
  </div>
)
