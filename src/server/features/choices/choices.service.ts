import type { GuestService } from '#server/features/access/guests.service.ts'
import { type Access, seesImage } from '#server/features/access/link-access.ts'
import type { EventService } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller } from '#server/viewer.ts'
import type { ImageChoice, SentChoice } from '#shared/choice-forms.ts'
import type { OwnChoice } from '#shared/choices.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { maxChoicesOfLink } from '#shared/limits.ts'
import type { ChoiceRecord, Chooser, ChosenImage } from './choice-rows.ts'
import type { ChoiceRepository } from './choices.repository.ts'

type Dependencies = {
  choices: ChoiceRepository
  links: LinkService
  images: ImageService
  guests: GuestService
  events: EventService
  rateLimits: RateLimits
  clock: Clock
}

/** A change is retried if the owner or a concurrent request deletes the list in the meantime. */
const maxTries = 3

type Visit = Access & { link: { id: string; choiceLimit: number | null } }

type GalleryRequest = { slug: string; caller: Caller; client: { readonly network: string } }

export function createChoiceService({ choices, links, images, guests, events, rateLimits, clock }: Dependencies) {
  async function requireChooser(request: GalleryRequest) {
    const visit = await links.requireBySlug(request)
    if (!visit.may.choose) throw choosingOff()
    return { ...visit, ...(await guests.find(request.caller, visit)) }
  }

  async function requireOwn(request: GalleryRequest) {
    const { actor, ...visit } = await requireChooser(request)
    const choice = actor && (await choices.findOwn(visit.link.id, actor))
    return { visit, link: visit.link, choice }
  }

  /** Leaves out images that have moved to a section this person can't see. */
  async function show(visit: Visit, choice: ChoiceRecord | undefined) {
    const images = choice ? await choices.listImages([choice.id]) : []
    const visible = images.filter((image) => seesImage(visit, image))
    return present(visit.link.choiceLimit, choice, visible)
  }

  /** Locks the list, so the limit is exact. Returns false if the list has been deleted. */
  const change = (id: string, imageId: string, { chosen, note }: ImageChoice, visit: Visit) =>
    choices.transaction(async (tx) => {
      const locked = await tx.lock(id)
      if (!locked) return false
      if (locked.is_sent) throw alreadySent()
      if (!chosen) await tx.removeImage(id, imageId)
      else if (await tx.hasImage(id, imageId)) {
        if (note !== undefined) await tx.updateNote(id, imageId, note)
      } else {
        const limit = visit.link.choiceLimit
        if (limit !== null && (await countShown(tx, id, visit)) >= limit) throw limitReached(limit)
        if (!(await tx.insertImage(id, imageId, note ?? ''))) throw new AppError('NOT_FOUND', 'Image not found')
      }
      await tx.updateChanged(id, instantNow(clock))
      if (!chosen) await tx.removeIfEmpty(id)
      return true
    })

  /** Images in sections that this person no longer sees don't count. They may move back, so they stay in the list. */
  const countShown = async (tx: Pick<ChoiceRepository, 'countImages'>, id: string, { sections }: Visit) =>
    (await tx.countImages([id], sections)).get(id) ?? 0

  /** Keeps the list that's sent within the limit. */
  async function removeExcess(
    tx: Pick<ChoiceRepository, 'countImages' | 'removeHidden'>,
    id: string,
    { link: { choiceLimit }, sections }: Visit,
  ) {
    if (choiceLimit === null || sections === null) return
    const count = (await tx.countImages([id])).get(id) ?? 0
    if (count > choiceLimit) await tx.removeHidden(id, sections)
  }

  async function findOrCreate(linkId: string, chooser: Chooser) {
    const found = await choices.findOwn(linkId, chooser)
    if (found) return found
    await choices.transaction(async (tx) => {
      const isNew = await tx.insertIfMissing(newId(), linkId, chooser, instantNow(clock))
      if (isNew && !(await tx.countWithin(linkId, maxChoicesOfLink))) throw linkFull()
    })
    return choices.findOwn(linkId, chooser)
  }

  /** Returns undefined if the person has no list afterward. */
  async function changeOwn(visit: Visit, chooser: Chooser, imageId: string, wanted: ImageChoice) {
    const linkId = visit.link.id
    for (let tries = 0; tries < maxTries; tries++) {
      const choice = wanted.chosen ? await findOrCreate(linkId, chooser) : await choices.findOwn(linkId, chooser)
      if (!choice) return undefined
      if (await change(choice.id, imageId, wanted, visit)) return choices.find(choice.id)
    }
    throw new AppError('NOT_FOUND', 'Your favorites were just deleted. Pick them again.')
  }

  return {
    /** Unlike `choose`, this doesn't create a guest. */
    async get(request: GalleryRequest) {
      const { actor, isDue, ...visit } = await requireChooser(request)
      const choice = actor && (await choices.findOwn(visit.link.id, actor))
      return { choice: await show(visit, choice), isDue }
    },

    /** `held` is the browser's new list of passes, if it changed. */
    async choose(caller: Caller, imageId: string, wanted: ImageChoice, network: string) {
      const visit = await images.requireAccess(caller, imageId)
      if (!visit.may.choose) throw choosingOff()
      const known = await guests.find(caller, visit)
      // Removing a favorite that never existed shouldn't create a guest.
      if (!wanted.chosen && !known.actor) return { choice: await show(visit, undefined), held: undefined }
      const { actor, opened } = await guests.require(caller, visit, network)
      await rateLimits.choiceChanges.takeOrThrow({ visitor: 'guestId' in actor ? actor.guestId : actor.userId })
      const shown = await show(visit, await changeOwn(visit, actor, imageId, wanted))
      return { choice: { ...shown, ...(opened && { pass: opened.token }) }, held: opened?.held }
    },

    async send(request: GalleryRequest, input: SentChoice) {
      const { visit, link, choice } = await requireOwn(request)
      if (!choice) throw nothingChosen()
      const event = await events.prepare({
        kind: 'choice',
        link,
        choiceId: choice.id,
        name: input.name,
        text: input.message,
      })
      await choices.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        const locked = await tx.lock(choice.id)
        if (locked?.is_sent) throw alreadySent()
        if ((await countShown(tx, choice.id, visit)) === 0) throw nothingChosen()
        await removeExcess(tx, choice.id, visit)
        await tx.updateSent(choice.id, input, instantNow(clock))
        await tx.insertEvent(event)
      })
      events.nudge()
      return show(visit, await choices.find(choice.id))
    },

    async askToReopen(request: GalleryRequest, message: string) {
      const { link, choice } = await requireOwn(request)
      if (!choice?.isSent) throw invalidField('message', 'You can still change your favorites')
      await rateLimits.reopenRequests.takeOrThrow({ favorites: choice.id })
      const { id: choiceId, name } = choice
      const event = await events.prepare({ kind: 'request', link, choiceId, name, text: message, isWaiting: true })
      await choices.transaction(async (tx) => {
        await tx.lockUsage(link.userId)
        await tx.updateAsked(choiceId, instantNow(clock))
        await tx.insertEvent(event)
      })
      events.nudge()
    },
  }
}
export type ChoiceService = ReturnType<typeof createChoiceService>

const present = (limit: number | null, choice: ChoiceRecord | undefined, images: ChosenImage[]): OwnChoice => ({
  imageIds: images.map(({ imageId }) => imageId),
  notes: notesOf(images),
  limit,
  state: choice?.isSent ? 'sent' : 'open',
  sentAt: choice?.sentAt ?? null,
  askedAt: choice?.askedAt ?? null,
  name: choice?.name ?? '',
})

export const notesOf = (images: ChosenImage[]) =>
  Object.fromEntries(images.flatMap(({ imageId, note }) => (note === '' ? [] : [[imageId, note]])))

const choosingOff = () => new AppError('CHOOSING_OFF', 'Favorites are turned off for this gallery')

const limitReached = (limit: number) =>
  new AppError('CHOICE_LIMIT', `You've reached the limit of ${limit}. Remove one to add another.`)

const linkFull = () =>
  new AppError('FORBIDDEN', 'This gallery has reached its limit for favorites. Ask the owner to make room.')

const alreadySent = () =>
  new AppError('CHOICE_SENT', "You've already sent your favorites. Request changes to edit them.")

const nothingChosen = () => invalidField('imageIds', 'Pick at least one favorite before sending')
