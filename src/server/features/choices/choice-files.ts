import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { toCsv } from '#server/platform/csv.ts'
import type { ChosenNote, ChosenPicture } from './choice-rows.ts'
import type { ChoiceRepository } from './choices.repository.ts'

/** Everyone's favorites if `choiceId` is undefined. Reads with the same `key` run one at a time. */
type Selection = { linkId: string; choiceId: string | undefined; key: string }

/** Small pages, because a query on SQLite blocks the event loop. */
const rowsPerPage = 100

/** Without this mark, Excel doesn't open the file as UTF-8. */
const byteOrderMark = '\uFEFF'

/** Reads page by page, to limit memory use and let other work run in between. */
export function createChoiceFiles(choices: ChoiceRepository, expensiveWork: ExpensiveWork) {
  async function* pictures({ linkId, choiceId, key }: Selection): AsyncGenerator<ChosenPicture> {
    for (let after: ChosenPicture | undefined; ; ) {
      const query = { choiceId, after, limit: rowsPerPage }
      const page = await expensiveWork.step(key, () => choices.listPictures(linkId, query))
      yield* page
      if (page.length < rowsPerPage) return
      after = page.at(-1)
    }
  }

  async function listNotes(imageId: string, { choiceId, key }: Selection) {
    const notes: ChosenNote[] = []
    for (let after = ''; ; after = notes.at(-1)?.choiceId ?? '') {
      const query = { choiceId, after, limit: rowsPerPage }
      const page = await expensiveWork.step(key, () => choices.listNotes(imageId, query))
      notes.push(...page)
      if (choiceId !== undefined || page.length < rowsPerPage) return notes.sort(byAge)
    }
  }

  return {
    /** `isNamed` puts the author's name, if known, before each note. */
    async *csv(selection: Selection, isNamed: boolean) {
      const noteText = ({ name, note }: ChosenNote) => (isNamed && name ? `${name}: ${note}` : note)
      yield byteOrderMark + toCsv([['fileName', 'title', 'note']])
      for await (const { imageId, fileName, title, isNoted } of pictures(selection)) {
        const notes = isNoted ? await listNotes(imageId, selection) : []
        yield toCsv([[fileName, title, notes.map(noteText).join('\n')]])
      }
    },

    /**
     * Generates one line to paste into the search field of Lightroom or Capture One. Extensions are omitted, because
     * the files there usually have different ones.
     */
    async *names(selection: Selection) {
      let separator = ''
      for await (const { fileName } of pictures(selection)) {
        yield separator + withoutExtension(fileName)
        separator = ', '
      }
    },

    pictures,
  }
}

const withoutExtension = (name: string) => (name.lastIndexOf('.') > 0 ? name.slice(0, name.lastIndexOf('.')) : name)

const byAge = (one: ChosenNote, other: ChosenNote) =>
  one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.choiceId < other.choiceId) ? -1 : 1
