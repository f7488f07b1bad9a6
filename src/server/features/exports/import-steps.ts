import { idFrom } from '#server/platform/ids.ts'
import type { ImportedFeedback } from '#shared/exports.ts'
import type { ImportedChoice, ImportedComment, ImportedGuest } from './imports.repository.ts'

/** Steps are small because a SQLite transaction blocks the event loop. */
const rowsPerStep = 50

export type ImportStep = { comments: ImportedComment[]; choices: ImportedChoice[] }

type Here = { linkId: string; ownerId: string; now: string }

/** Each step is idempotent, so an interrupted import can be sent again. */
export function* stepsOf({ comments, choices }: ImportedFeedback, here: Here): Generator<ImportStep> {
  for (const some of chunksOf(comments)) {
    yield { comments: some.map((comment) => toComment(comment, here)), choices: [] }
  }
  let step: ImportedChoice[] = []
  let rows = 0
  for (const choice of choices) {
    const made = toChoice(choice, here)
    for (const images of made.images.length === 0 ? [[]] : chunksOf(made.images)) {
      if (rows + images.length >= rowsPerStep) {
        yield { comments: [], choices: step }
        step = []
        rows = 0
      }
      step.push({ ...made, images })
      rows += 1 + images.length
    }
  }
  yield { comments: [], choices: step }
}

const chunksOf = <T>(items: T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / rowsPerStep) }, (_, n) =>
    items.slice(n * rowsPerStep, (n + 1) * rowsPerStep),
  )

/** Caps instants in the future, because lists are sorted by time. */
const notAfter = (now: string, instant: string) => {
  const normal = new Date(instant).toISOString()
  return normal < now ? normal : now
}

type Comment = ImportedFeedback['comments'][number]
type Choice = ImportedFeedback['choices'][number]

function toComment(comment: Comment, { linkId, ownerId, now }: Here): ImportedComment {
  const { imageId, name, content, isOwners, state } = comment
  return {
    id: idFrom('comment', imageId, comment.createdAt, name, content),
    imageId,
    // Comments by guests with the same name belong to one guest.
    author: isOwners ? { userId: ownerId } : { guestId: idFrom('author', linkId, name), name },
    content,
    state,
    createdAt: notAfter(now, comment.createdAt),
  }
}

/** Each list gets a separate guest, even if the names match, because a guest has only one list per link. */
function toChoice(choice: Choice, { linkId, now }: Here): ImportedChoice {
  const { name, email } = choice
  const parts = [linkId, choice.createdAt, name, email ?? '']
  return {
    ...choice,
    id: idFrom('choice', ...parts),
    guestId: idFrom('chooser', ...parts),
    sentAt: choice.sentAt && notAfter(now, choice.sentAt),
    createdAt: notAfter(now, choice.createdAt),
  }
}

export function guestsOf({ comments, choices }: ImportStep): ImportedGuest[] {
  const guests = new Map<string, ImportedGuest>()
  for (const { author, createdAt } of comments) {
    if (!('guestId' in author) || guests.has(author.guestId)) continue
    guests.set(author.guestId, { id: author.guestId, name: author.name, email: null, createdAt })
  }
  for (const { guestId, name, email, createdAt } of choices)
    guests.set(guestId, { id: guestId, name, email, createdAt })
  return [...guests.values()]
}
