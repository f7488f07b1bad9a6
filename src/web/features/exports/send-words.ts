import type { ExportedImage, ExportedLink } from '#shared/export-format.ts'
import { type ImportedWords, importMaxItems, importWords } from '#shared/exports.ts'
import { call } from '#web/lib/api.ts'
import { untilTaken } from './until-taken.ts'

type Sent = { image: ExportedImage; id: string }[]

/** What people wrote and chose, about the pictures that have arrived. */
export async function sendWords(linkId: string, { choices }: ExportedLink, pictures: Sent, signal: AbortSignal) {
  const idHere = new Map(pictures.map(({ image, id }) => [image._id, id]))
  const send = (body: ImportedWords) =>
    untilTaken(() => call(importWords, { params: { id: linkId }, body, signal }), signal)

  const comments = pictures.flatMap(({ image, id }) => image.comments.map((comment) => ({ ...comment, imageId: id })))
  for (let first = 0; first < comments.length; first += importMaxItems) {
    await send({ comments: comments.slice(first, first + importMaxItems), choices: [] })
  }
  for (const choice of choices) {
    const images = choice.images.flatMap(({ imageId, note }) => {
      const here = idHere.get(imageId)
      return here === undefined ? [] : [{ imageId: here, note }]
    })
    await send({ comments: [], choices: [{ ...choice, images }] })
  }
}
