import { ServerError } from './problems.mjs'

/** The server's limits for one call: of comments or lists, and of images in all lists. */
const maxItems = 100
const maxImages = 750

/** Imports comments and favorites. The server ignores those that it has already. */
export async function sendFeedback(api, linkId, { choices, images, report }) {
  const idHere = new Map(images.map(({ image, id }) => [image._id, id]))
  const comments = images.flatMap(({ image, id }) => image.comments.map((comment) => toComment(comment, id)))
  const chosen = choices.map((choice) => ({
    ...choice,
    images: choice.images.flatMap(({ imageId, note }) => {
      return idHere.has(imageId) ? [{ imageId: idHere.get(imageId), note }] : []
    }),
  }))
  try {
    for (const body of [...commentBatches(comments), ...choiceBatches(chosen)]) {
      await api.post(`/api/links/${linkId}/import`, body)
    }
  } catch (error) {
    // The link is full, or the export has a comment that this server doesn't accept. The images are there.
    const isAboutLink = error instanceof ServerError && ['FORBIDDEN', 'VALIDATION_FAILED'].includes(error.code)
    if (!isAboutLink) throw error
    report.refuse('comments and favorites', error)
  }
}

/** The first exports don't have all fields. */
const toComment = ({ isOwners = false, state = 'shown', ...comment }, imageId) => ({
  ...comment,
  isOwners,
  state,
  imageId,
})

function* commentBatches(comments) {
  for (let at = 0; at < comments.length; at += maxItems) {
    yield { comments: comments.slice(at, at + maxItems), choices: [] }
  }
}

function* choiceBatches(choices) {
  let batch = []
  let images = 0
  for (const choice of choices) {
    if (batch.length > 0 && (batch.length === maxItems || images + choice.images.length > maxImages)) {
      yield { comments: [], choices: batch }
      batch = []
      images = 0
    }
    batch.push(choice)
    images += choice.images.length
  }
  if (batch.length > 0) yield { comments: [], choices: batch }
}
