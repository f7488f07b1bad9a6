import { useDndContext, useDraggable, useDroppable } from '@dnd-kit/core'
import {
  ArrowDown,
  ArrowUp,
  CheckCheck,
  Download,
  Ellipsis,
  GripVertical,
  Pencil,
  TextAlignStart,
  X,
} from 'lucide-react'
import { useState } from 'react'
import type { SectionChange } from '#shared/section-forms.ts'
import type { Section } from '#shared/sections.ts'
import { count } from '#web/lib/formats.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { draggedSection, sectionDragId, sectionDropId } from './section-drag.ts'
import { SectionForm } from './section-form.tsx'

export type SectionActions = {
  onChange: (section: Section, change: SectionChange) => Promise<unknown>
  /** Moves the section up (-1) or down (1). */
  onMove: (section: Section, by: -1 | 1) => void
  onSelectAll: (section: Section) => void
  onDownload: (section: Section) => void
  onRemove: (section: Section) => void
}

type Props = SectionActions & { section: Section; size: number; isFirst: boolean; isLast: boolean }

export function SectionHead(props: Props) {
  const { section, size, isFirst, isLast, onChange, onMove, onSelectAll, onDownload, onRemove } = props
  const { _id, title, text } = section
  const [edited, setEdited] = useState<'title' | 'text'>()
  const isSectionDragged = draggedSection(useDndContext().active?.id) !== undefined
  const { setNodeRef, isOver } = useDroppable({ id: sectionDropId(_id), disabled: !isSectionDragged })
  const menu = [
    { label: 'Rename', icon: Pencil, onSelect: () => setEdited('title') },
    { label: 'Edit text', icon: TextAlignStart, onSelect: () => setEdited('text') },
    { label: 'Move up', icon: ArrowUp, disabled: isFirst, onSelect: () => onMove(section, -1) },
    { label: 'Move down', icon: ArrowDown, disabled: isLast, onSelect: () => onMove(section, 1) },
    { label: 'Select all', icon: CheckCheck, disabled: size === 0, onSelect: () => onSelectAll(section) },
    { label: 'Download', icon: Download, disabled: size === 0, onSelect: () => onDownload(section) },
    { label: 'Remove heading', icon: X, isLast: true, onSelect: () => onRemove(section) },
  ]
  return (
    <div ref={setNodeRef} className={`mb-3 border-t ${isOver ? 'border-accent' : 'border-line'}`}>
      <div className="-mx-3 grid min-h-13 grid-cols-[auto_minmax(0,1fr)_auto] items-center py-1">
        <Grip section={section} onMove={onMove} />
        <h3 id={`section-${_id}`} className="flex min-w-0 items-baseline gap-2.5 text-subhead">
          <bdi className="truncate">{title}</bdi>
          <span className="shrink-0 font-normal text-caption text-ink-3 tabular-nums tracking-normal">
            {count(size, 'image')}
          </span>
        </h3>
        <Menu
          items={menu}
          trigger={(trigger) => <IconButton {...trigger} icon={Ellipsis} label={`Actions for the section ${title}`} />}
        />
      </div>
      {text && edited !== 'text' && (
        <p dir="auto" className="mb-3 max-w-measure whitespace-pre-line text-ink-2 text-ui">
          {text}
        </p>
      )}
      {edited && (
        <SectionForm
          key={edited}
          label={edited === 'title' ? 'Section title' : 'Text below the heading'}
          verb={edited === 'title' ? 'Rename' : 'Save'}
          busyVerb={edited === 'title' ? 'Renaming' : 'Saving'}
          name={edited}
          value={section[edited]}
          onSubmit={(change) => onChange(section, change)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

/** Drags the section with a pointer, and moves it with the arrow keys. */
function Grip({ section, onMove }: { section: Section } & Pick<SectionActions, 'onMove'>) {
  const { setNodeRef, listeners } = useDraggable({ id: sectionDragId(section._id) })
  const { onKeyDown: _startsKeyboardDrag, ...pointerListeners } = listeners ?? {}
  return (
    <button
      ref={setNodeRef}
      type="button"
      {...pointerListeners}
      className={`${buttonStyle.icon} cursor-grab touch-none`}
      aria-label={`Move ${section.title}. Arrow keys up and down`}
      title="Drag to move"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        onMove(section, event.key === 'ArrowUp' ? -1 : 1)
      }}
    >
      <GripVertical size={20} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
