import { toCsv } from '#server/platform/csv.ts'
import type { ChoiceRecord, ChosenImage } from './choice-rows.ts'

/** By it spreadsheets know that the file is UTF-8. */
const byteOrderMark = '\uFEFF'

/** Pictures once each, in gallery order, with whatever was noted on them. */
export function csvOf(images: ChosenImage[], choices: ChoiceRecord[]) {
  const names = new Map(choices.map(({ id, name }) => [id, name]))
  const said = ({ choiceId, note }: ChosenImage) =>
    choices.length > 1 && names.get(choiceId) ? `${names.get(choiceId)}: ${note}` : note
  const rows = onceEach(images).map(({ imageId, fileName, title }) => {
    const notes = images.filter((each) => each.imageId === imageId && each.note !== '').map(said)
    return [fileName, title, notes.join('\n')]
  })
  return byteOrderMark + toCsv([['fileName', 'title', 'note'], ...rows])
}

/** One line for the search of Lightroom or Capture One, where the files of the same names have other endings. */
export const namesOf = (images: ChosenImage[]) =>
  onceEach(images)
    .map(({ fileName }) => withoutEnding(fileName))
    .join(', ')

const withoutEnding = (name: string) => (name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name)

export const onceEach = (images: ChosenImage[]) => [...new Map(images.map((image) => [image.imageId, image])).values()]
