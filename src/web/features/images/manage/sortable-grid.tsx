import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { memo, useMemo, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { formatNumber } from '#web/lib/formats.ts'
import { Picture } from '#web/ui/picture.tsx'
import { autoScrollEveryMs, autoScrollStep } from './auto-scroll.ts'
import { imageName } from './image-order.ts'
import { ImageTile, type TileActions } from './image-tile.tsx'
import { withIds } from './link-cache.ts'
import { moveItems } from './move-items.ts'

type Props = TileActions & {
  images: readonly Image[]
  selected: ReadonlySet<string>
  isDense: boolean
  onRearrange: (ids: string[]) => void
}

export function SortableGrid({ images: given, selected, isDense, onRearrange, ...actions }: Props) {
  const [activeId, setActiveId] = useState<string>()
  const [acceleration, setAcceleration] = useState(10)
  // Keep the dropped order, to show it in the same frame. The `images` prop updates later.
  const [dropped, setDropped] = useState<{ given: readonly Image[]; ids: string[] }>()
  const images = useMemo(() => (dropped?.given === given ? withIds(given, dropped.ids) : given), [given, dropped])
  const ids = useMemo(() => images.map(({ _id }) => _id), [images])
  const accessibility = useMemo(
    () => ({ announcements: dragAnnouncements(images), screenReaderInstructions: { draggable: dragInstructions } }),
    [images],
  )
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    setActiveId(undefined)
    if (!over) return
    const wanted = moveItems(ids, String(active.id), String(over.id), selected)
    setDropped({ given, ids: wanted })
    onRearrange(wanted)
  }
  const dragged = images.find(({ _id }) => _id === activeId)
  const count = dragged && selected.has(dragged._id) ? selected.size : 1
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      autoScroll={{ acceleration, interval: autoScrollEveryMs }}
      onDragStart={({ active }) => {
        setActiveId(String(active.id))
        setAcceleration(autoScrollStep(document.documentElement.scrollHeight))
      }}
      onDragCancel={() => setActiveId(undefined)}
      onDragEnd={onDragEnd}
      accessibility={accessibility}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <div className="pics-room">
          <ul className={`pics ${isDense ? 'pics-dense' : ''} ${selected.size > 0 ? 'pics-selecting' : ''}`}>
            {images.map((image) => (
              <SortableTile
                key={image._id}
                image={image}
                isSelected={selected.has(image._id)}
                isAlong={count > 1 && selected.has(image._id)}
                {...actions}
              />
            ))}
          </ul>
        </div>
      </SortableContext>
      <DragOverlay>{dragged && <DraggedTile image={dragged} count={count} />}</DragOverlay>
    </DndContext>
  )
}

type TileProps = TileActions & {
  image: Image
  isSelected: boolean
  /** True if the image is part of the selection being dragged. */
  isAlong: boolean
}

/** Only this wrapper re-renders during a drag, not the memoized tile inside. */
const SortableTile = memo(({ image, isSelected, isAlong, ...actions }: TileProps) => {
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

/** This copy of the tile follows the pointer during a drag. */
const DraggedTile = ({ image, count }: { image: Image; count: number }) => (
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

const dragInstructions =
  'To move this image, press Space or Enter, then the arrow keys. Press Space or Enter again to drop it, or Escape to cancel.'

function dragAnnouncements(images: readonly Image[]): Announcements {
  const nameOf = (id: string | number) => {
    const image = images.find(({ _id }) => _id === id)
    return image ? imageName(image) : 'The image'
  }
  const positionOf = (id: string | number) =>
    `position ${images.findIndex(({ _id }) => _id === id) + 1} of ${images.length}`
  let isPickedUp = false
  return {
    onDragStart: ({ active }) => {
      isPickedUp = true
      return `${nameOf(active.id)} picked up from ${positionOf(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      // The first event reports the image's own position. Announcing it would cut off "picked up".
      const isNews = over && !(isPickedUp && over.id === active.id)
      isPickedUp = false
      return isNews ? `${nameOf(active.id)} is over ${positionOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} dropped at ${positionOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${positionOf(active.id)}.`,
  }
}
