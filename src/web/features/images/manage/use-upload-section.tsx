import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Link } from '#shared/links.ts'
import { Select } from '#web/ui/select.tsx'
import { folderOf } from '../upload/folder-of.ts'
import type { FindSections } from '../upload/use-file-intake.ts'
import { findOrAddSections } from './section-changes.ts'

/** Files are added to the section the owner chose. A dropped folder becomes a section of its own. */
export function useUploadSection(link: Link | undefined) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState('')
  const { sections = [] } = link ?? {}
  const sectionId = sections.some(({ _id }) => _id === chosen) ? chosen : undefined

  const findSections: FindSections = async (files) => {
    const folders = new Set(files.flatMap((file) => folderOf(file) ?? []))
    const ids = link && folders.size > 0 ? await findOrAddSections(client, link, folders) : new Map<string, string>()
    return (file) => ids.get(folderOf(file) ?? '') ?? sectionId
  }
  return {
    findSections,
    section: sections.length > 0 && (
      <div className="grid gap-2">
        <span aria-hidden="true" className="font-medium text-ui">
          Add them to
        </span>
        <Select
          label="Add them to"
          value={sectionId ?? ''}
          onChange={({ target }) => setChosen(target.value)}
          options={[
            { value: '', label: 'No section' },
            ...sections.map(({ _id, title }) => ({ value: _id, label: title })),
          ]}
        />
      </div>
    ),
  }
}
