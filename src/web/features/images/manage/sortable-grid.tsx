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

/** The pictures of a link, to be dragged into order by mouse, by a finger that rests, or by keyboard. */
export function SortableGrid({ images: given, selected, isDense, onRearrange, ...actions }: Props) {
  const [activeId, setActiveId] = useState<string>()
  const [acceleration, setAcceleration] = useState(10)
  // Shown in the frame in which it is put down; what is given follows a little later.
  const [put, setPut] = useState<{ given: readonly Image[]; ids: string[] }>()
  const images = useMemo(() => (put?.given === given ? withIds(given, put.ids) : given), [given, put])
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
    setPut({ given, ids: wanted })
    onRearrange(wanted)
  }
  const lifted = images.find(({ _id }) => _id === activeId)
  const count = lifted && selected.has(lifted._id) ? selected.size : 1
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
      <DragOverlay>{lifted && <DraggedTile image={lifted} count={count} />}</DragOverlay>
    </DndContext>
  )
}
