import '#web/ui/menu.css'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Section } from '#shared/sections.ts'
import { count } from '#web/lib/formats.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SectionForm } from './section-form.tsx'

type Props = {
  /** How many images to move. */
  size: number
  sections: readonly Section[]
  /** The section that all of these images are in, null if they have none, or undefined if they're in several. */
  current: string | null | undefined
  onChoose: (section: Section | undefined) => void
  /** Creates a section. */
  onAdd: (title: string) => Promise<Section>
  onClose: () => void
}

export function MoveToSectionDialog({ size, sections, current, onChoose, onAdd, onClose }: Props) {
  const [isNew, setIsNew] = useState(sections.length === 0)
  const choose = (section: Section | undefined) => {
    onClose()
    onChoose(section)
  }
  return (
    <Dialog title={`Move ${count(size, 'image')} to`} onClose={onClose}>
      {isNew ? (
        <SectionForm
          label="New section"
          verb="Move"
          busyVerb="Moving"
          name="title"
          onSubmit={async ({ title = '' }) => onChoose(await onAdd(title))}
          onClose={onClose}
        />
      ) : (
        <ul className="-mx-3 max-h-[60dvh] overflow-y-auto">
          {sections.map((section) => (
            <li key={section._id}>
              <button
                type="button"
                className="menu-row disabled:cursor-default disabled:text-ink-3"
                disabled={section._id === current}
                onClick={() => choose(section)}
              >
                <bdi className="truncate">{section.title}</bdi>
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="menu-row disabled:cursor-default disabled:text-ink-3"
              disabled={current === null}
              onClick={() => choose(undefined)}
            >
              No section
            </button>
          </li>
          <li className="mt-1.5 border-line border-t pt-1.5">
            <button type="button" className="menu-row" onClick={() => setIsNew(true)}>
              <Plus size={18} strokeWidth={1.75} aria-hidden="true" />
              New section
            </button>
          </li>
        </ul>
      )}
    </Dialog>
  )
}
