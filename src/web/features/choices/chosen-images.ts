import type { Choice } from '#shared/choices.ts'
import type { Image } from '#shared/images.ts'

/** Which favorites to show: everyone's, those that everyone picked, or those of the choice with this ID. */
export type Whose = 'everyone' | 'agree' | (string & {})

export type ChosenImage = { image: Image; by: Choice[] }

export const nameOf = ({ guest }: Choice) => guest.name || 'Unnamed visitor'

/** Sorts by how many people picked each image, then by gallery order. */
export function chosenImages(images: readonly Image[], choices: readonly Choice[], whose: Whose): ChosenImage[] {
  const byImage = new Map<string, Choice[]>()
  for (const choice of choices) {
    for (const id of choice.imageIds) {
      const by = byImage.get(id)
      if (by) by.push(choice)
      else byImage.set(id, [choice])
    }
  }
  const all = images.map((image) => ({ image, by: byImage.get(image._id) ?? [] }))
  const shown = all.filter(({ by }) => {
    if (whose === 'agree') return choices.length > 1 && by.length === choices.length
    return whose === 'everyone' ? by.length > 0 : by.some(({ _id }) => _id === whose)
  })
  return shown.sort((one, other) => other.by.length - one.by.length)
}

const maxNames = 20

/** Returns 'Everyone' or up to `maxNames` names. `total` is undefined until all people are loaded. */
export function chosenByText({ by }: ChosenImage, total: number | undefined) {
  if (total !== undefined && total > 1 && by.length === total) return 'Everyone'
  const names = by.slice(0, maxNames).map(nameOf).join(', ')
  return by.length > maxNames ? `${names} and ${by.length - maxNames} more` : names
}

/** Returns file names for a photo editor's search, without extensions, because raw files have different ones. */
export const searchText = (images: readonly ChosenImage[]) =>
  images.map(({ image: { fileName } }) => fileName.slice(0, fileName.lastIndexOf('.')) || fileName).join(', ')
