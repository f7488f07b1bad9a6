import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { toCsv } from '#server/platform/csv.ts'
import type { ChosenNote, ChosenPicture } from './choice-rows.ts'
import type { ChoiceRepository } from './choices.repository.ts'

/** Of what: one choice, or everyone's. Files that are written at the same time take turns by `key`. */
type Wanted = { linkId: string; choiceId: string | undefined; key: string }

/** Read in one statement: few enough to take some milliseconds. */
const rowsAtOnce = 100

// BOM, so Excel opens it as UTF-8
const byteOrderMark = '\uFEFF'

/** Files of favorites, written page by page: however many people chose, little is in memory and nobody else waits for long. */
export function createChoiceFiles(choices: ChoiceRepository, expensiveWork: ExpensiveWork) {
  async function* pictures({ linkId, choiceId, key }: Wanted): AsyncGenerator<ChosenPicture> {
    for (let after: ChosenPicture | undefined; ; ) {
      const query = { choiceId, after, limit: rowsAtOnce }
      const page = await expensiveWork.step(key, () => choices.listPictures(linkId, query))
      yield* page
      if (page.length < rowsAtOnce) return
      after = page.at(-1)
    }
  }

  async function listNotes(imageId: string, { choiceId, key }: Wanted) {
    const notes: ChosenNote[] = []
    for (let after = ''; ; after = notes.at(-1)?.choiceId ?? '') {
      const query = { choiceId, after, limit: rowsAtOnce }
      const page = await expensiveWork.step(key, () => choices.listNotes(imageId, query))
      notes.push(...page)
      if (choiceId !== undefined || page.length < rowsAtOnce) return notes.sort(byAge)
    }
  }

  return {
    /** Pictures once each, in gallery order, with whatever was noted on them; `isNamed` where more than one person may have. */
    async *csv(wanted: Wanted, isNamed: boolean) {
      const said = ({ name, note }: ChosenNote) => (isNamed && name ? `${name}: ${note}` : note)
      yield byteOrderMark + toCsv([['fileName', 'title', 'note']])
      for await (const { imageId, fileName, title, isNoted } of pictures(wanted)) {
        const notes = isNoted ? await listNotes(imageId, wanted) : []
        yield toCsv([[fileName, title, notes.map(said).join('\n')]])
      }
    },

    /** One line for the search of Lightroom or Capture One, where the files of the same names have other endings. */
    async *names(wanted: Wanted) {
      let separator = ''
      for await (const { fileName } of pictures(wanted)) {
        yield separator + withoutEnding(fileName)
        separator = ', '
      }
    },

    pictures,
  }
}

const withoutEnding = (name: string) => (name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name)

const byAge = (one: ChosenNote, other: ChosenNote) =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.choiceId < other.choiceId) ? -1 : 1
