import type { QueryClient } from '@tanstack/react-query'
import { addSectionsByDay, type Link, orderSections } from '#shared/links.ts'
import type { SectionChange } from '#shared/section-forms.ts'
import { createSection, deleteSection, type Section, updateSection } from '#shared/sections.ts'
import { call } from '#web/lib/api.ts'
import { errorMessage } from '#web/lib/error-message.ts'
import { browserTimeZone, count } from '#web/lib/formats.ts'
import { notify, offerUndo } from '#web/lib/notify.ts'
import { moveBackToSections } from './bulk-changes.ts'
import { changeLink, refresh } from './link-cache.ts'

const sectionsOf = ({ sections = [] }: Link) => sections

/** Adds the section before all others. */
export async function addSection(client: QueryClient, link: Link, title: string): Promise<Section> {
  const [first] = sectionsOf(link)
  const body = { title, ...(first && { before: first._id }) }
  const { data } = await call(createSection, { params: { id: link._id }, body })
  changeLink(client, link._id, (known) => ({ ...known, sections: [data, ...sectionsOf(known)] }))
  void refresh(client, link._id)
  return data
}

export async function changeSection(client: QueryClient, link: Link, id: string, change: SectionChange) {
  const { data } = await call(updateSection, { params: { id }, body: change })
  changeLink(client, link._id, (known) => ({
    ...known,
    sections: sectionsOf(known).map((section) => (section._id === id ? data : section)),
  }))
  void refresh(client, link._id)
}

const withSections = (link: Link, ids: readonly string[]): Link => ({
  ...link,
  sections: sectionsOf(link).toSorted((one, other) => ids.indexOf(one._id) - ids.indexOf(other._id)),
})

/** `sectionIds` must contain all sections of the link. */
export async function arrangeSections(client: QueryClient, link: Link, sectionIds: string[]) {
  changeLink(client, link._id, (known) => withSections(known, sectionIds))
  try {
    await call(orderSections, { params: { id: link._id }, body: { sectionIds } })
  } catch (error) {
    changeLink(client, link._id, (known) =>
      withSections(
        known,
        sectionsOf(link).map(({ _id }) => _id),
      ),
    )
    void notify('error', errorMessage(error, 'Failed to change the order. Please try again.'))
  }
  void refresh(client, link._id)
}

/** Undo removes the new sections, and takes images out of those that existed before. */
export async function addDays(client: QueryClient, link: Link) {
  try {
    const { data } = await call(addSectionsByDay, { params: { id: link._id }, body: { tz: browserTimeZone() } })
    const before = new Set(sectionsOf(link).map(({ _id }) => _id))
    const added = sectionsOf(data).filter(({ _id }) => !before.has(_id))
    const loose = new Set(link.images.flatMap(({ _id, sectionId }) => (sectionId ? [] : _id)))
    const moved = data.images.flatMap(({ _id, sectionId }) =>
      sectionId && before.has(sectionId) && loose.has(_id) ? _id : [],
    )
    changeLink(client, link._id, () => data)
    const sentence = sentenceOfDays(added.length, moved.length)
    if (!sentence) return void notify('info', 'All images with a date already have a section.')
    const undo = async () => {
      await Promise.all(added.map(({ _id }) => call(deleteSection, { params: { id: _id } }))).catch(
        (error) => void notify('error', errorMessage(error, "Couldn't remove the sections. Please try again.")),
      )
      if (moved.length > 0) await moveBackToSections(client, link, moved)
      else void refresh(client, link._id)
    }
    offerUndo(sentence, () => void undo())
  } catch (error) {
    void notify('error', errorMessage(error, "Couldn't add sections. Please try again."))
  } finally {
    void refresh(client, link._id)
  }
}

function sentenceOfDays(added: number, moved: number) {
  const known = moved === 1 ? 'an existing section' : 'existing sections'
  return [added > 0 && `${count(added, 'section')} added`, moved > 0 && `${count(moved, 'image')} moved to ${known}`]
    .filter(Boolean)
    .join(', ')
}

/** Returns the IDs of the sections with these titles. Creates missing sections at the end, as far as possible. */
export async function findOrAddSections(client: QueryClient, link: Link, titles: ReadonlySet<string>) {
  const ids = new Map(sectionsOf(link).map(({ title, _id }) => [title, _id]))
  try {
    for (const title of titles) {
      if (ids.has(title)) continue
      const { data } = await call(createSection, { params: { id: link._id }, body: { title } })
      ids.set(title, data._id)
      changeLink(client, link._id, (before) => ({ ...before, sections: [...sectionsOf(before), data] }))
    }
  } catch (error) {
    void notify('error', errorMessage(error, "Couldn't add a section for each folder."))
  }
  return ids
}
