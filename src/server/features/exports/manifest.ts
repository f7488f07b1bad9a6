import type { LinkService } from '#server/features/links/links.service.ts'
import type { MediaService } from '#server/features/media/media.service.ts'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import type { Cursor } from '#server/platform/database/cursor.ts'
import type { Streamed } from '#server/platform/json-stream.ts'
import type { ZipEntry } from '#server/platform/zip.ts'
import type { ExportedAccount, ExportedImage, ExportedLink } from '#shared/export-format.ts'
import { fieldsOf } from '#shared/link-forms.ts'
import type { ExportRepository } from './exports.repository.ts'

type Dependencies = { exports: ExportRepository; links: LinkService; media: MediaService; expensiveWork: ExpensiveWork }

type Options = {
  userId: string
  onImage: (entry: ZipEntry) => void
}

/** Small pages, because a query on SQLite blocks the event loop. */
const rowsPerPage = 200
const imagesPerPage = 50
const choicesPerPage = 20
const choiceImagesPerPage = 1000

type Links = Streamed<ExportedLink>
type Link = Awaited<ReturnType<LinkService['listForExport']>>['links'][number]
type ListedImage = Awaited<ReturnType<ExportRepository['listImages']>>[number]
type ImageRow = ListedImage['image']
type WaitingRow = Awaited<ReturnType<ExportRepository['listWaitingImages']>>[number]

/** Reads rows page by page while the manifest is written, to limit memory use. */
export function createManifests({ exports, links, media, expensiveWork }: Dependencies) {
  return ({ userId, onImage }: Options): Pick<Streamed<ExportedAccount>, 'links' | 'comments'> => {
    const step = <T>(read: () => Promise<T>) => expensiveWork.step(userId, read)

    async function* exportedLinks(): AsyncGenerator<Links> {
      for (let after: Cursor | undefined; ; ) {
        const page = await step(() => links.listForExport(userId, after, rowsPerPage))
        for (const link of page.links) {
          yield {
            _id: link.id,
            ...fieldsOf(link),
            hasPassword: link.hasPassword,
            views: link.visits,
            createdAt: link.createdAt,
            sections: link.hasSections ? await step(() => exports.listSections(link.id)) : [],
            choices: choices(link.id),
            invitations: await step(() => exports.listInvitations(link.id)),
            images: images(link),
          }
        }
        if (!page.next) return
        after = page.next
      }
    }

    async function* choices(linkId: string): AsyncGenerator<Streamed<ExportedLink['choices'][number]>> {
      for (let after: Cursor | undefined; ; ) {
        const page = await step(() => exports.listChoices(linkId, after, choicesPerPage))
        const imagesOf = await choiceImages(page.map(({ id }) => id))
        for (const { id, choice } of page) yield { ...choice, images: imagesOf(id) }
        const last = page.at(-1)
        if (page.length < choicesPerPage || !last) return
        after = { value: last.choice.createdAt, id: last.id }
      }
    }

    /** Tries one query for all lists first, because most are short. */
    async function choiceImages(choiceIds: string[]) {
      const together = await step(() => exports.listChoiceImages(choiceIds, -1, choiceImagesPerPage))
      if (together.length === choiceImagesPerPage) return imagesOfChoice
      const byChoice = Map.groupBy(together, ({ choiceId }) => choiceId)
      return (id: string) => (byChoice.get(id) ?? []).map(({ image }) => image)
    }

    async function* imagesOfChoice(id: string) {
      const listed = pages(choiceImagesPerPage, (last: { position: number } | undefined) =>
        step(() => exports.listChoiceImages([id], last?.position ?? -1, choiceImagesPerPage)),
      )
      for await (const { image } of listed) yield image
    }

    async function* images(link: Link): AsyncGenerator<Streamed<ExportedImage>> {
      const nameOf = media.originalNames()
      const withFile = ({ original, ...image }: ImageRow) => {
        if (!original) return undefined
        const file = `pictures/${link.slug}/${nameOf({ fileName: image.fileName, type: original.type })}`
        onImage(toEntry(file, image, original.bytes))
        return { ...image, file, isCover: image._id === link.coverImageId }
      }
      for (let after: ListedImage['place'] | undefined; ; ) {
        const page = await step(() => exports.listImages(link.id, after, imagesPerPage))
        const commentsOf = await comments(page.map(({ image }) => image._id))
        for (const row of page) {
          const image = withFile(row.image)
          if (image) yield { ...image, comments: commentsOf(image._id) }
        }
        if (page.length < imagesPerPage) break
        after = page.at(-1)?.place
      }
      const waiting = pages(imagesPerPage, (last: WaitingRow | undefined) =>
        step(() => exports.listWaitingImages(link.id, last && { value: last.createdAt, id: last._id }, imagesPerPage)),
      )
      for await (const row of waiting) {
        const image = withFile(row)
        if (image) yield { ...image, comments: [] }
      }
    }

    /** Tries one query for all images first, because most have few comments. */
    async function comments(imageIds: string[]) {
      const together = await step(() => exports.listSomeComments(imageIds, rowsPerPage))
      if (together.length === rowsPerPage) return commentsOn
      const byImage = Map.groupBy(together.sort(byAge), ({ imageId }) => imageId)
      return (id: string) => (byImage.get(id) ?? []).map(({ comment }) => comment)
    }

    async function* commentsOn(imageId: string) {
      const listed = pages(rowsPerPage, (last: Commented | undefined) =>
        step(() => exports.listComments(imageId, last && toCursor(last), rowsPerPage)),
      )
      for await (const { comment } of listed) yield comment
    }

    async function* commentsElsewhere() {
      const listed = pages(rowsPerPage, (last: Commented | undefined) =>
        step(() => exports.listCommentsElsewhere(userId, last && toCursor(last), rowsPerPage)),
      )
      for await (const { comment } of listed) yield comment
    }

    const toEntry = (name: string, image: Pick<ImageRow, '_id' | 'takenAt' | 'createdAt'>, size: number): ZipEntry => ({
      name,
      size,
      modifiedAt: new Date(image.takenAt ?? image.createdAt),
      open: async () => (await media.openOriginal({ userId, sessionId: '' }, image._id)).stream,
    })

    return { links: exportedLinks(), comments: commentsElsewhere() }
  }
}

type Commented = { id: string; comment: { createdAt: string } }

const toCursor = ({ id, comment }: Commented): Cursor => ({ value: comment.createdAt, id })

const byAge = (one: Commented, other: Commented) =>
  one.comment.createdAt < other.comment.createdAt ||
  (one.comment.createdAt === other.comment.createdAt && one.id < other.id)
    ? -1
    : 1

async function* pages<Row>(size: number, read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last)
    yield* rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}
