import { isOwner, type RecordAct } from '#server/features/access/roles.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import type { ExpensiveWork } from '#server/platform/concurrency/expensive-work.ts'
import { encodeCursor, readCursor } from '#server/platform/database/cursor.ts'
import { plainFileName } from '#server/platform/file-name.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Choice } from '#shared/choices.ts'
import { AppError } from '#shared/errors.ts'
import { pageMaxSize } from '#shared/limits.ts'
import { createChoiceFiles } from './choice-files.ts'
import type { ChoiceRecord, ChosenImage } from './choice-rows.ts'
import type { ChoiceRepository } from './choices.repository.ts'
import { notesOf } from './choices.service.ts'

type Dependencies = {
  choices: ChoiceRepository
  links: LinkService
  recordAct: RecordAct
  expensiveWork: ExpensiveWork
  clock: Clock
}

type Query = { cursor?: string | undefined; limit?: number | undefined }

/** A page has at most this many images, unless its first list alone has more. */
const maxImagesOfPage = 5000

export function createReceivedChoiceService({ choices, links, recordAct, expensiveWork, clock }: Dependencies) {
  const files = createChoiceFiles(choices, expensiveWork)

  async function requireOne(viewer: Viewer, id: string) {
    const choice = await choices.find(id)
    if (!choice) throw notFound()
    return { choice, link: await links.requireRole(viewer, choice.linkId, 'editor') }
  }

  async function requireOfLink(linkId: string, choiceId: string) {
    const choice = await choices.find(choiceId)
    if (choice?.linkId !== linkId) throw notFound()
    return choice
  }

  async function fileOf(viewer: Viewer, linkId: string, choiceId: string | undefined, ending: 'csv' | 'txt') {
    const link = await links.requireRole(viewer, linkId, 'editor')
    const choice = choiceId === undefined ? undefined : await requireOfLink(linkId, choiceId)
    const selection = { linkId, choiceId, key: viewer.userId }
    const isNamed = choice === undefined && (await choices.list(linkId, undefined, 2)).length > 1
    return {
      name: plainFileName(`${link.title} ${choice?.name ?? ''}`, `choices.${ending}`),
      lines: ending === 'csv' ? files.csv(selection, isNamed) : files.names(selection),
    }
  }

  return {
    async list(viewer: Viewer, linkId: string, { cursor, limit = pageMaxSize }: Query) {
      const after = readCursor(cursor)
      const link = await links.requireRole(viewer, linkId, 'editor')
      const found = await choices.list(linkId, after, limit + 1)
      const sizes = await choices.countImages(found.map(({ id }) => id))
      const shown = fitting(found.slice(0, limit), sizes)
      const images = await choices.listImages(shown.map(({ id }) => id))
      const byChoice = Map.groupBy(images, ({ choiceId }) => choiceId)
      const last = shown.length < found.length ? shown.at(-1) : undefined
      return {
        data: shown.map((choice) => present(choice, byChoice.get(choice.id) ?? [], isOwner(link, viewer))),
        ...(last && { nextCursor: encodeCursor({ value: last.createdAt, id: last.id }) }),
      }
    },

    async reopen(viewer: Viewer, id: string) {
      const { link } = await requireOne(viewer, id)
      await choices.transaction(async (tx) => {
        await tx.updateReopened(id, instantNow(clock))
        await tx.settleEvents(id)
      })
      await recordAct(viewer, link, 'reopened')
    },

    async remove(viewer: Viewer, id: string) {
      const { link } = await requireOne(viewer, id)
      await choices.transaction(async (tx) => {
        await tx.remove(id)
        await tx.removeEvents(id)
      })
      await recordAct(viewer, link, 'deleted')
    },

    fileOf,

    async fileOfOne(viewer: Viewer, id: string, ending: 'csv' | 'txt') {
      const { link } = await requireOne(viewer, id)
      return fileOf(viewer, link.id, id, ending)
    },

    /** Doesn't check access: the caller must have checked that the viewer can edit the link. */
    async listImageIds(linkId: string, choiceId: string | undefined) {
      if (choiceId !== undefined) await requireOfLink(linkId, choiceId)
      const ids: string[] = []
      for await (const { imageId } of files.pictures({ linkId, choiceId, key: linkId })) ids.push(imageId)
      return ids
    },
  }
}
export type ReceivedChoiceService = ReturnType<typeof createReceivedChoiceService>

function fitting(found: ChoiceRecord[], sizes: Map<string, number>) {
  let total = 0
  const end = found.findIndex(({ id }, index) => {
    total += sizes.get(id) ?? 0
    return index > 0 && total > maxImagesOfPage
  })
  return end === -1 ? found : found.slice(0, end)
}

/** Only the owner gets email addresses. */
const present = (choice: ChoiceRecord, images: ChosenImage[], isForOwner: boolean): Choice => ({
  _id: choice.id,
  guest: { name: choice.name, email: isForOwner ? choice.email : null, invitation: choice.invitationId },
  state: choice.isSent ? 'sent' : 'open',
  createdAt: choice.createdAt,
  updatedAt: choice.updatedAt,
  sentAt: choice.sentAt,
  askedAt: choice.askedAt,
  message: choice.message,
  imageIds: images.map(({ imageId }) => imageId),
  notes: notesOf(images),
})

const notFound = () => new AppError('NOT_FOUND', 'Favorites not found')
