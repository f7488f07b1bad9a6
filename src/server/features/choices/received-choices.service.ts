import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { plainFileName } from '#server/platform/file-name.ts'
import type { Viewer } from '#server/viewer.ts'
import type { Choice } from '#shared/choices.ts'
import { AppError } from '#shared/errors.ts'
import { csvOf, namesOf, onceEach } from './choice-files.ts'
import type { ChoiceRecord, ChosenImage } from './choice-rows.ts'
import type { ChoiceRepository } from './choices.repository.ts'
import { notesOf } from './choices.service.ts'

type Dependencies = { choices: ChoiceRepository; links: LinkService; clock: Clock }

/** What people chose, for the owner of the link. */
export function createReceivedChoiceService({ choices, links, clock }: Dependencies) {
  async function requireOne(viewer: Viewer, id: string) {
    const choice = await choices.find(id)
    if (!choice) throw notFound()
    return { choice, link: await links.requireOwn(viewer, choice.linkId) }
  }

  /** Of the one named or of everyone who chose something; whoever took all out again has left nothing. */
  async function listWithImages(linkId: string, choiceId?: string) {
    const all = await choices.list(linkId)
    const wanted = choiceId === undefined ? all : all.filter(({ id }) => id === choiceId)
    if (choiceId !== undefined && wanted.length === 0) throw notFound()
    const images = await choices.listImages(wanted.map(({ id }) => id))
    const isEmpty = (id: string) => !images.some((image) => image.choiceId === id)
    return { choices: wanted.filter(({ id, sentAt }) => sentAt !== null || !isEmpty(id)), images }
  }

  async function fileOf(viewer: Viewer, linkId: string, choiceId: string | undefined, ending: 'csv' | 'txt') {
    const link = await links.requireOwn(viewer, linkId)
    const found = await listWithImages(linkId, choiceId)
    const whose = choiceId === undefined ? '' : (found.choices[0]?.name ?? '')
    return {
      name: plainFileName(`${link.title} ${whose}`, `choices.${ending}`),
      text: ending === 'csv' ? csvOf(found.images, found.choices) : namesOf(found.images),
    }
  }

  return {
    async list(viewer: Viewer, linkId: string) {
      await links.requireOwn(viewer, linkId)
      const { choices: shown, images } = await listWithImages(linkId)
      const byChoice = Map.groupBy(images, ({ choiceId }) => choiceId)
      return shown.map((choice) => present(choice, byChoice.get(choice.id) ?? []))
    },

    async reopen(viewer: Viewer, id: string) {
      await requireOne(viewer, id)
      await choices.transaction(async (tx) => {
        await tx.updateReopened(id, instantNow(clock))
        await tx.settleEvents(id)
      })
    },

    async remove(viewer: Viewer, id: string) {
      await requireOne(viewer, id)
      await choices.transaction(async (tx) => {
        await tx.remove(id)
        await tx.removeEvents(id)
      })
    },

    fileOf,

    async fileOfOne(viewer: Viewer, id: string, ending: 'csv' | 'txt') {
      const { link } = await requireOne(viewer, id)
      return fileOf(viewer, link.id, id, ending)
    },

    /** The pictures of the one named or of everyone, for whoever is known to be the link's owner. */
    async listImageIds(linkId: string, choiceId: string | undefined) {
      const { images } = await listWithImages(linkId, choiceId)
      return onceEach(images).map(({ imageId }) => imageId)
    },
  }
}
export type ReceivedChoiceService = ReturnType<typeof createReceivedChoiceService>

const present = (choice: ChoiceRecord, images: ChosenImage[]): Choice => ({
  _id: choice.id,
  guest: { name: choice.name, email: choice.email, invitation: choice.invitationId },
  state: choice.isSent ? 'sent' : 'open',
  createdAt: choice.createdAt,
  updatedAt: choice.updatedAt,
  sentAt: choice.sentAt,
  askedAt: choice.askedAt,
  message: choice.message,
  imageIds: images.map(({ imageId }) => imageId),
  notes: notesOf(images),
})

const notFound = () => new AppError('NOT_FOUND', 'Choice not found')
