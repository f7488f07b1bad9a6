import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { arrayMove, rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useMemo } from 'react'
import type { Image } from '#shared/images.ts'
import { dragAnnouncements, dragInstructions } from './drag-announcements.ts'
import type { TileActions } from './image-tile.tsx'
import { SortableTile } from './sortable-tile.tsx'

type Props = TileActions & {
  images: readonly Image[]
  selected: ReadonlySet<string>
  onRearrange: (ids: string[]) => void
}

/** The pictures of a link, to be dragged into order by mouse, by a finger that rests, or by keyboard. */
export function SortableGrid({ images, selected, onRearrange, onToggle, onAction }: Props) {
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
    if (over) onRearrange(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={accessibility}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <div className="pics-room">
          <ul className={`pics ${selected.size > 0 ? 'pics-selecting' : ''}`}>
            {images.map((image) => (
              <SortableTile
                key={image._id}
                image={image}
                isSelected={selected.has(image._id)}
                onToggle={onToggle}
                onAction={onAction}
              />
            ))}
          </ul>
        </div>
      </SortableContext>
    </DndContext>
  )
}
