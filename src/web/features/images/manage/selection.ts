import { formatNumber } from '#web/lib/formats.ts'
import type { ImageGroup } from '../group-by-section.ts'

export const idsIn = (groups: readonly ImageGroup[], sectionId: string | undefined) =>
  groups.find(({ section }) => section?._id === sectionId)?.images.map(({ _id }) => _id) ?? []

/** Returns the section that all of these images are in, null if they have none, or undefined if they're in several. */
export function sectionOfAll(groups: readonly ImageGroup[], ids: readonly string[]) {
  const wanted = new Set(ids)
  const [group, ...others] = groups.filter(({ images }) => images.some(({ _id }) => wanted.has(_id)))
  return others.length > 0 || !group ? undefined : (group.section?._id ?? null)
}

/** Offers the rest of the section first, if all selected images are in one, and then all images. */
export function moreToSelect(
  groups: readonly ImageGroup[],
  chosen: ReadonlySet<string>,
  select: (ids: readonly string[]) => void,
) {
  const rest = groups.filter(({ images }) => images.some(({ _id }) => !chosen.has(_id)))
  if (rest.length === 0) return undefined
  const section = rest.find(({ section }) => section && section._id === sectionOfAll(groups, [...chosen]))
  const ids = (section ? [section] : groups).flatMap(({ images }) => images.map(({ _id }) => _id))
  const label = section?.section ? `All ${formatNumber(ids.length)} in ${section.section.title}` : 'Select all'
  return { label, onSelect: () => select(ids) }
}
