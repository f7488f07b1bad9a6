import type { Announcements } from '@dnd-kit/core'
import type { Image } from '#shared/images.ts'
import { imageName } from './image-order.ts'

export const dragInstructions =
  'To move this picture, press Space or Enter, then the arrow keys. Space or Enter again puts it down, Escape puts it back.'

/** What is read out while a picture is moved. */
export function dragAnnouncements(images: readonly Image[]): Announcements {
  const nameOf = (id: string | number) => {
    const image = images.find(({ _id }) => _id === id)
    return image ? imageName(image) : 'The picture'
  }
  const placeOf = (id: string | number) => `place ${images.findIndex(({ _id }) => _id === id) + 1} of ${images.length}`
  let isPickedUp = false
  return {
    onDragStart: ({ active }) => {
      isPickedUp = true
      return `${nameOf(active.id)} picked up from ${placeOf(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      // That it lies over its own place is told at once too, and would drown what was said before it.
      const isNews = over && !(isPickedUp && over.id === active.id)
      isPickedUp = false
      return isNews ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : undefined
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} put down at ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back at ${placeOf(active.id)}.`,
  }
}
