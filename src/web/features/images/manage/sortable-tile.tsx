import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, useMemo } from 'react'
import type { Image } from '#shared/images.ts'
import { ImageTile, type TileActions } from './image-tile.tsx'

type Props = TileActions & {
  image: Image
  isSelected: boolean
  /** True if the image is part of the selection being dragged. */
  isAlong: boolean
}

/** Only this wrapper re-renders during a drag, not the memoized tile inside. */
export const SortableTile = memo(({ image, isSelected, isAlong, ...actions }: Props) => {
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
      className={`pic ${isSelected ? 'pic-selected' : ''} ${isDragging || isAlong ? 'pic-dragged' : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <ImageTile image={image} isSelected={isSelected} handle={handle} {...actions} />
    </li>
  )
})
