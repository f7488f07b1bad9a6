import {
  type ClientRect,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type DragMoveEvent,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { type ReactNode, useMemo, useState } from 'react'
import type { Section } from '#shared/sections.ts'
import type { ImageGroup } from '../group-by-section.ts'
import { type Drop, type DropTarget, dropInGroup, type IdGroup } from './arrange-groups.ts'
import { autoScrollEveryMs, autoScrollStep } from './auto-scroll.ts'
import { dragAnnouncements, dragInstructions, groupDropId } from './drag-announcements.ts'
import type { TileActions } from './image-tile.tsx'
import { moveItems } from './move-items.ts'
import { draggedSection, sectionDropId } from './section-drag.ts'
import { type SectionActions, SectionHead } from './section-head.tsx'
import { DraggedTile, SortableTile } from './sortable-tile.tsx'

type Props = TileActions & {
  groups: readonly ImageGroup[]
  selected: ReadonlySet<string>
  isDense: boolean
  onDrop: (drop: Drop) => void
  sectionActions: SectionActions
  /** Called when a section is dropped on the heading of another one. */
  onDropSection: (id: string, over: string) => void
}

type Mark = { id: string; isAfter: boolean }

export function SortableGrid(props: Props) {
  const { groups: given, selected, isDense, onDrop, sectionActions, onDropSection, ...actions } = props
  const [activeId, setActiveId] = useState<string>()
  const [mark, setMark] = useState<Mark>()
  const [acceleration, setAcceleration] = useState(10)
  // Keep the dropped arrangement, to show it in the same frame. The `groups` prop updates later.
  const [dropped, setDropped] = useState<{ given: readonly ImageGroup[]; groups: readonly ImageGroup[] }>()
  const groups = dropped?.given === given ? dropped.groups : given
  const sections = groups.flatMap(({ section }) => section ?? [])
  const idGroups = useMemo(() => groups.map(toIds), [groups])
  const accessibility = useMemo(
    () => ({ announcements: dragAnnouncements(groups), screenReaderInstructions: { draggable: dragInstructions } }),
    [groups],
  )
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 250, tolerance: 8 } }),
    // While the page scrolls smoothly, the next arrow key would start from a position in between.
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: 'instant' }),
  )
  const groupOf = (id: string) =>
    idGroups.find((group) => group.ids.includes(id) || groupDropId(group.sectionId ?? undefined) === id)

  /** Returns the target in another group, or undefined within the same one. */
  const targetOf = ({ active, over }: Pick<DragMoveEvent, 'active' | 'over'>): DropTarget | undefined => {
    const target = over && groupOf(String(over.id))
    if (!target || target === groupOf(String(active.id))) return undefined
    const isImage = target.ids.includes(String(over.id))
    const isAfter = isRightOf(active.rect.current.translated, over.rect)
    return { sectionId: target.sectionId, over: isImage ? String(over.id) : undefined, isAfter }
  }
  const onDragMove = (event: DragMoveEvent) => {
    const target = targetOf(event)
    const next = target && { id: String(event.over?.id), isAfter: target.isAfter }
    if (next?.id !== mark?.id || next?.isAfter !== mark?.isAfter) setMark(next)
  }
  const reset = () => {
    setActiveId(undefined)
    setMark(undefined)
  }
  const onDragEnd = (event: DragEndEvent) => {
    reset()
    const { active, over, activatorEvent, delta } = event
    const id = String(active.id)
    const section = draggedSection(active.id)
    if (section) {
      const target = sections.find(({ _id }) => sectionDropId(_id) === over?.id)
      return target && target._id !== section ? onDropSection(section, target._id) : undefined
    }
    // Holding an image on a touch screen without moving it selects it.
    if (activatorEvent.type === 'touchstart' && Math.hypot(delta.x, delta.y) < 6) return actions.onToggle(id, false)
    const group = groupOf(id)
    if (!over || !group) return
    const target = targetOf(event)
    const drop = target
      ? dropInGroup(idGroups, id, target, selected)
      : dropInSameGroup(idGroups, group, id, String(over.id), selected)
    setDropped({ given, groups: arranged(groups, drop) })
    onDrop(drop)
  }
  const dragged = groups.flatMap(({ images }) => images).find(({ _id }) => _id === activeId)
  const count = dragged && selected.has(dragged._id) ? selected.size : 1
  const sectionId = activeId && draggedSection(activeId)
  const draggedTitle = sections.find(({ _id }) => _id === sectionId)?.title
  const look = `pics ${isDense ? 'pics-dense' : ''} ${selected.size > 0 ? 'pics-selecting' : ''}`
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestTarget}
      autoScroll={{ acceleration, interval: autoScrollEveryMs }}
      onDragStart={({ active }) => {
        setActiveId(String(active.id))
        setAcceleration(autoScrollStep(document.documentElement.scrollHeight))
      }}
      onDragMove={onDragMove}
      onDragCancel={reset}
      onDragEnd={onDragEnd}
      accessibility={accessibility}
    >
      {groups.map(({ section, images }, index) => (
        <GroupFrame key={section?._id ?? ''} section={section} isFirst={index === 0}>
          {section && (
            <SectionHead
              section={section}
              size={images.length}
              isFirst={section === sections[0]}
              isLast={section === sections.at(-1)}
              {...sectionActions}
            />
          )}
          <SortableContext items={idGroups[index]?.ids.slice() ?? []} strategy={rectSortingStrategy}>
            {images.length > 0 && (
              <div className="pics-room">
                <ul className={look}>
                  {images.map((image) => (
                    <SortableTile
                      key={image._id}
                      image={image}
                      isSelected={selected.has(image._id)}
                      isAlong={count > 1 && selected.has(image._id)}
                      mark={mark?.id === image._id ? (mark.isAfter ? 'after' : 'before') : undefined}
                      {...actions}
                    />
                  ))}
                </ul>
              </div>
            )}
          </SortableContext>
          {section && images.length === 0 && <EmptyGroup section={section} />}
        </GroupFrame>
      ))}
      <DragOverlay>
        {dragged && <DraggedTile image={dragged} count={count} />}
        {draggedTitle !== undefined && (
          <p dir="auto" className="truncate rounded-control bg-raised px-4 py-2.5 text-subhead shadow-menu">
            {draggedTitle}
          </p>
        )}
      </DragOverlay>
    </DndContext>
  )
}

type FrameProps = { section: Section | undefined; isFirst: boolean; children: ReactNode }

const GroupFrame = ({ section, isFirst, children }: FrameProps) =>
  section ? (
    <section aria-labelledby={`section-${section._id}`} className={isFirst ? '' : 'mt-10'}>
      {children}
    </section>
  ) : (
    <div>{children}</div>
  )

function EmptyGroup({ section }: { section: Section }) {
  const { setNodeRef, isOver } = useDroppable({ id: groupDropId(section._id) })
  return (
    <p
      ref={setNodeRef}
      className={`grid min-h-24 place-items-center rounded-small border-[1.5px] border-dashed px-4 text-center text-ink-3 text-ui ${isOver ? 'border-accent' : 'border-line'}`}
    >
      Drag images here, or select some and choose Section.
    </p>
  )
}

/** Sections are dropped on headings, and images on images or in empty sections. */
const closestTarget: CollisionDetection = ({ droppableContainers, ...rest }) => {
  const isSection = draggedSection(rest.active.id) !== undefined
  const targets = droppableContainers.filter(({ id }) => String(id).startsWith(sectionDropId('')) === isSection)
  return closestCenter({ ...rest, droppableContainers: targets })
}

const toIds = ({ section, images }: ImageGroup): IdGroup => ({
  sectionId: section?._id ?? null,
  ids: images.map(({ _id }) => _id),
})

const isRightOf = (dragged: ClientRect | null, over: ClientRect) =>
  dragged !== null && dragged.left + dragged.width / 2 > over.left + over.width / 2 + 1

/** Images that are selected in other groups come along. */
function dropInSameGroup(
  groups: readonly IdGroup[],
  group: IdGroup,
  active: string,
  over: string,
  selected: ReadonlySet<string>,
): Drop {
  const { sectionId } = group
  const isAlong = (id: string) => selected.has(active) && selected.has(id)
  const others = groups.flatMap(({ ids }) => ids).filter((id) => isAlong(id) && !group.ids.includes(id))
  const inGroup = moveItems(group.ids, active, over, selected)
  const lastMoved = inGroup.findLastIndex((id) => id === active || isAlong(id))
  const wanted = inGroup.toSpliced(lastMoved + 1, 0, ...others)
  const order = groups.flatMap((one) => (one === group ? wanted : one.ids.filter((id) => !isAlong(id))))
  return { moved: wanted.filter((id) => id === active || isAlong(id)), sectionId, order }
}

function arranged(groups: readonly ImageGroup[], { moved, sectionId, order }: Drop): ImageGroup[] {
  const positions = new Map(order.map((id, index) => [id, index]))
  const positionOf = (id: string) => positions.get(id) ?? order.length
  const gone = new Set(moved)
  const images = groups.flatMap((group) => group.images)
  return groups.map((group) => {
    const isTarget = (group.section?._id ?? null) === sectionId
    const stay = group.images.filter(({ _id }) => !gone.has(_id))
    const come = isTarget ? images.filter(({ _id }) => gone.has(_id)) : []
    return {
      section: group.section,
      images: [...stay, ...come].toSorted((one, other) => positionOf(one._id) - positionOf(other._id)),
    }
  })
}
