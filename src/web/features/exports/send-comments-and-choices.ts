import type { ExportedImage, ExportedLink } from '#shared/export-format.ts'
import { type ImportedFeedback, importFeedback, importMaxItems } from '#shared/exports.ts'
import { choiceMaxSize } from '#shared/limits.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { retryWhileBusy } from './retry.ts'

type Sent = { image: ExportedImage; id: string }[]
type Choice = ImportedFeedback['choices'][number]

/** Skips images that weren't uploaded. Returns false if the link is full. */
export async function sendCommentsAndChoices(
  linkId: string,
  { choices }: ExportedLink,
  pictures: Sent,
  signal: AbortSignal,
) {
  const idHere = new Map(pictures.map(({ image, id }) => [image._id, id]))
  const comments = pictures.flatMap(({ image, id }) => image.comments.map((comment) => ({ ...comment, imageId: id })))
  const chosen = choices.map((choice) => ({
    ...choice,
    images: choice.images.flatMap(({ imageId, note }) => {
      const here = idHere.get(imageId)
      return here === undefined ? [] : [{ imageId: here, note }]
    }),
  }))
  try {
    for (const body of [...callsFor(comments), ...callsForChoices(chosen)]) {
      await retryWhileBusy(() => call(importFeedback, { params: { id: linkId }, body, signal }), signal)
    }
    return true
  } catch (error) {
    // The link belongs to the user, so FORBIDDEN can only mean that the link is full.
    if (error instanceof ApiError && error.code === 'FORBIDDEN') return false
    throw error
  }
}

function callsFor(comments: ImportedFeedback['comments']): ImportedFeedback[] {
  const calls = Math.ceil(comments.length / importMaxItems)
  return Array.from({ length: calls }, (_, n) => ({
    comments: comments.slice(n * importMaxItems, (n + 1) * importMaxItems),
    choices: [],
  }))
}

/** No batch has more images than the largest allowed choice, so it fits the body limit even with long notes. */
function callsForChoices(choices: Choice[]): ImportedFeedback[] {
  const calls: Choice[][] = []
  let images = Number.POSITIVE_INFINITY
  for (const choice of choices) {
    const last = calls.at(-1)
    images += choice.images.length
    if (last && last.length < importMaxItems && images <= choiceMaxSize) last.push(choice)
    else {
      calls.push([choice])
      images = choice.images.length
    }
  }
  return calls.map((some) => ({ comments: [], choices: some }))
}
