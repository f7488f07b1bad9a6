import {
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
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useMemo, useState } from 'react'
import type { Image } from '#shared/images.ts'
import { autoScrollEveryMs, autoScrollStep } from './auto-scroll.ts'
import { dragAnnouncements, dragInstructions } from './drag-announcements.ts'
import { DraggedTile } from './dragged-tile.tsx'
import type { TileActions } from './image-tile.tsx'
import { withIds } from './link-cache.ts'
import { moveItems } from './move-items.ts'
import { SortableTile } from './sortable-tile.tsx'

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
