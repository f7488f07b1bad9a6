import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Link } from '#shared/links.ts'
import type { Section } from '#shared/sections.ts'
import { saveArchive } from './bulk-bar.tsx'
import { useRemovedHeadings } from './removed-headings.ts'
import { addDays, addSection, arrangeSections, changeSection } from './section-changes.ts'
import { SectionForm } from './section-form.tsx'
import type { SectionActions } from './section-head.tsx'

const noSections: readonly Section[] = []

/** The sections of a link, without those being removed, and everything the owner can do with them. */
export function useSections(link: Link) {
  const client = useQueryClient()
  const { removed, remove } = useRemovedHeadings()
  const [isAdding, setIsAdding] = useState(false)
  const [isAddingDays, setIsAddingDays] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const { sections: all = noSections } = link
  const sections = useMemo(() => all.filter(({ _id }) => !removed.has(_id)), [all, removed])

  const add = (title: string) => addSection(client, link, title)
  /** Sections that are being removed still exist on the server, so they're part of the order. */
  const place = (section: Section, over: Section) => {
    const others = all.filter(({ _id }) => _id !== section._id)
    const isDown = all.indexOf(section) < all.indexOf(over)
    const wanted = others.toSpliced(others.indexOf(over) + (isDown ? 1 : 0), 0, section)
    const shown = wanted.filter(({ _id }) => !removed.has(_id))
    setAnnouncement(`${section.title} moved, ${shown.indexOf(section) + 1} of ${shown.length}`)
    void arrangeSections(
      client,
      link,
      wanted.map(({ _id }) => _id),
    )
  }

  const sectionActions: Omit<SectionActions, 'onSelectAll'> = {
    onChange: (section, change) => changeSection(client, link, section._id, change),
    onMove: (section, by) => {
      const over = sections[sections.indexOf(section) + by]
      if (over) place(section, over)
    },
    onDownload: ({ _id }) => void saveArchive(link, { section: _id }),
    onRemove: ({ _id }) => {
      remove(link._id, _id)
      // The focused button is gone.
      document.getElementById('images-heading')?.focus()
    },
  }

  return {
    sections,
    sectionActions,
    add,
    drop: (id: string, overId: string) => {
      const [section, over] = [id, overId].map((wanted) => sections.find(({ _id }) => _id === wanted))
      if (section && over) place(section, over)
    },
    startAdding: () => setIsAdding(true),
    isAddingDays,
    addDays: async () => {
      setIsAddingDays(true)
      await addDays(client, link)
      setIsAddingDays(false)
    },
    form: isAdding && (
      <div className="border-line border-t pt-5">
        <SectionForm
          label="New section"
          verb="Add section"
          busyVerb="Adding"
          hint="It's added at the top. Drag images into it, or select some and choose Section."
          name="title"
          onSubmit={({ title = '' }) => add(title)}
          onClose={() => setIsAdding(false)}
        />
      </div>
    ),
    status: (
      <p role="status" className="sr-only">
        {announcement}
      </p>
    ),
  }
}
