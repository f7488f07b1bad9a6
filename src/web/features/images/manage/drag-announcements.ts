import type { Active, Announcements, Over } from '@dnd-kit/core'
import type { ImageGroup } from '../group-by-section.ts'
import { imageName } from './image-order.ts'

export const dragInstructions =
  'To move this image, press Space or Enter, then the arrow keys. Press Space or Enter again to drop it, or Escape to cancel.'

/** What screen readers say. With several groups, they also name the section. */
export function dragAnnouncements(groups: readonly ImageGroup[]): Announcements {
  const find = (id: string | number) => {
    for (const { section, images } of groups) {
      const index = images.findIndex(({ _id }) => _id === id)
      const image = images[index]
      if (image) return { image, section, place: index + 1, size: images.length }
    }
    return undefined
  }
  const nameOf = (id: string | number) => {
    const found = find(id)
    return found ? imageName(found.image) : 'The image'
  }
  const titleOf = (id: string | number) =>
    groups.length > 1 ? (find(id)?.section?.title ?? groupOf(groups, id)?.section?.title ?? 'No section') : undefined
  const positionOf = (id: string | number) => {
    const { place = 1, size = 1 } = find(id) ?? {}
    const title = titleOf(id)
    return title === undefined ? `position ${place} of ${size}` : `${title}, ${place} of ${size}`
  }
  const dropped = (active: Active, over: Over | null) => {
    const target = over?.id ?? active.id
    if (groups.length === 1) return `${nameOf(active.id)} dropped at ${positionOf(target)}.`
    // An image that comes from another section makes this one larger.
    const from = find(active.id)?.section?._id
    const to = find(target) ?? { section: groupOf(groups, target)?.section, place: 1, size: 0 }
    const size = to.section?._id === from ? to.size : to.size + 1
    return `Moved to ${to.section?.title ?? 'No section'}, ${to.place} of ${size}`
  }
  let isPickedUp = false
  return {
    onDragStart: ({ active }) => {
      isPickedUp = true
      return find(active.id) && `${nameOf(active.id)} picked up from ${positionOf(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      // The first event reports the image's own position. Announcing it would cut off "picked up".
      const isNews = over && find(active.id) && !(isPickedUp && over.id === active.id)
      isPickedUp = false
      return isNews ? `${nameOf(active.id)} is over ${positionOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) => find(active.id) && dropped(active, over),
    onDragCancel: ({ active }) => find(active.id) && `${nameOf(active.id)} is back at ${positionOf(active.id)}.`,
  }
}

/** The ID of the place to drop images in an empty group. */
export const groupDropId = (sectionId: string | undefined) => `group ${sectionId ?? ''}`

const groupOf = (groups: readonly ImageGroup[], id: string | number) =>
  groups.find(({ section }) => groupDropId(section?._id) === id)
