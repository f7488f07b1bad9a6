import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, useMemo } from 'react'
import type { Image } from '#shared/images.ts'
import { ImageTile, type TileActions } from './image-tile.tsx'

type Props = TileActions & {
  image: Image
  isSelected: boolean
  /** It goes along with the one that is dragged. */
  isAlong: boolean
}

/** What moves while something is dragged is this frame alone; the picture inside it stays as it is. */
export const SortableTile = memo(({ image, isSelected, isAlong, ...actions }: Props) => {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: image._id,
    // Put down, it stands where it is: nothing flies to its place from where it was before.
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
