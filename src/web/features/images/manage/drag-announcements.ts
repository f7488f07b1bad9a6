import type { Announcements } from '@dnd-kit/core'
import type { Image } from '#shared/images.ts'
import { imageName } from './image-order.ts'

export const dragInstructions =
  'To move this image, press Space or Enter, then the arrow keys. Press Space or Enter again to drop it, or Escape to cancel.'

export function dragAnnouncements(images: readonly Image[]): Announcements {
  const nameOf = (id: string | number) => {
    const image = images.find(({ _id }) => _id === id)
    return image ? imageName(image) : 'The image'
  }
  const positionOf = (id: string | number) =>
    `position ${images.findIndex(({ _id }) => _id === id) + 1} of ${images.length}`
  let isPickedUp = false
  return {
    onDragStart: ({ active }) => {
      isPickedUp = true
      return `${nameOf(active.id)} picked up from ${positionOf(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      // The first event reports the image's own position. Announcing it would cut off "picked up".
      const isNews = over && !(isPickedUp && over.id === active.id)
      isPickedUp = false
      return isNews ? `${nameOf(active.id)} is over ${positionOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} dropped at ${positionOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${positionOf(active.id)}.`,
  }
}
