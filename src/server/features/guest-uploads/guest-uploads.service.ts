import type { AccessService } from '#server/features/access/access.service.ts'
import type { GuestService } from '#server/features/access/guests.service.ts'
import { isServedOn, linkNotFound, uploadsClosed } from '#server/features/access/link-access.ts'
import { type EventService, uploadEventMs } from '#server/features/activity/events.service.ts'
import type { ImageService } from '#server/features/images/images.service.ts'
import type { ReceivedFile, StoredImage, UploadService } from '#server/features/images/uploads.service.ts'
import type { LinkService } from '#server/features/links/links.service.ts'
import type { Invalidation } from '#server/platform/cache/invalidation.ts'
import { type Clock, instantIn } from '#server/platform/clock.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import type { Image } from '#shared/images.ts'
import { maxUploadsPerGuest } from '#shared/limits.ts'
import { galleryFull, uploadLimit, uploadsHaveClosed, uploadsOff, whyOff } from './guest-upload-errors.ts'
import type { GuestUploadRepository } from './guest-uploads.repository.ts'

type Dependencies = {
  repository: GuestUploadRepository
  access: AccessService
  links: LinkService
  images: ImageService
  uploads: UploadService
  guests: GuestService
  events: EventService
  invalidation: Invalidation
  clock: Clock
}

export type AddRequest = { slug: string; caller: Caller; client: { readonly network: string } }

/** Someone who can add images to the link: its owner, or a guest, who may not have added any yet. */
export type Adding =
  | { role: 'owner'; linkId: string; viewer: Viewer }
  | { role: 'guest'; linkId: string; guestId: string | undefined }

/**
 * `passId` is the pass that opens the link. `opened` is set if a new guest needs a pass: its token, and the browser's new
 * list of passes.
 */
export type EnteredGuest = {
  guestId: string
  passId: string | null
  opened: { token: string; held: readonly string[] } | undefined
}

/** `name` is what the guest gave with this image. */
export type NewGuestImage = { linkId: string; guestId: string; name: string }

/** An image that a guest is adding in several requests. */
type StartedImage = { linkId: string; guestId: string }

type StoreOptions = {
  key: string | undefined
  signal: AbortSignal
  /** Called after the image was processed, right before it's stored. Throws if the guest has lost access. */
  recheck?: () => Promise<unknown>
}

type AddOptions = {
  name: string
  key: string | undefined
  signal: AbortSignal
  /** Called with the browser's new list of passes. */
  onEntered: (held: readonly string[]) => void
}

/** Only the owner's own form has these. */
const noFields = { title: '', description: '', isCoverImage: '' } as const

export function createGuestUploadService(dependencies: Dependencies) {
  const { repository, access, links, images, uploads, guests, events, invalidation, clock } = dependencies

  /** Throws unless the caller can add images, full or not. */
  async function requireAdding({ slug, caller, client }: AddRequest) {
    const visit = await links.requireBySlug({ slug, caller, client })
    const { link, role } = visit
    if (role !== 'visitor' && caller.viewer) return { visit, owner: caller.viewer, guest: undefined }
    const known = await guests.findAdding(caller, visit)
    const guest = known && (await repository.findGuest(known.id))
    // The cached pass may be older than the block.
    if (guest?.isBlocked) throw uploadsOff()
    if (!visit.may.add) throw whyOff(link, visit, clock.now())
    return { visit, owner: undefined, guest }
  }

  async function requireRules(linkId: string) {
    const rules = await repository.findRules(linkId)
    if (!rules) throw linkNotFound()
    return rules
  }

  const insertShown = async (
    tx: Transaction,
    stored: StoredImage,
    { linkId, guestId }: NewGuestImage,
    to: Insertion,
  ) => {
    const { userId, key } = to
    const position = await tx.takePositions({ id: linkId, userId }, 1, stored.createdAt)
    if (position === undefined) throw linkNotFound()
    await tx.insert({ ...stored, linkId, userId, title: '', description: '', guestId }, position)
    if (stored.cameraPatch) await tx.insertCameraPatch(stored.id, stored.cameraPatch)
    if (key !== undefined) await tx.claimGuestKey(linkId, guestId, key, stored.id)
    await tx.replaceMissingCover(linkId)
  }

  /** Returns the ID of the image that this guest already added with the same key or bytes, or of the new one. */
  async function commit(stored: StoredImage, image: NewGuestImage, key: string | undefined) {
    const { linkId, guestId, name } = image
    const { userId } = await requireRules(linkId)
    const limits = await uploads.limitsOf(userId)
    const event = await events.prepare({ kind: 'upload', link: { id: linkId, userId }, guestId })
    const id = await repository.transaction(async (tx) => {
      await tx.lockUsage(userId)
      const first = await tx.findRepeat(linkId, guestId, { key, hash: stored.receivedHash })
      if (first) return first
      const rules = await tx.findRules(linkId)
      const guest = await tx.findGuest(guestId)
      if (!guest || rules?.userId !== userId) throw linkNotFound()
      if (guest.isBlocked) throw uploadsOff()
      if (uploadsClosed({ uploadsCloseAt: rules.closesAt }, clock.now())) throw uploadsHaveClosed()
      if (guest.imageCount >= rules.limitPerGuest) throw uploadLimit(rules.limitPerGuest)
      if (!(await tx.takePlaces(userId, { images: 1, bytes: stored.bytes }, limits))) throw galleryFull()
      const isWaiting = rules.needsApproval
      if (isWaiting) {
        await tx.insertWaiting({ ...stored, linkId, userId, title: '', description: '', guestId }, key)
      } else await insertShown(tx, stored, image, { userId, key })
      const max = { perGuest: rules.limitPerGuest, perLink: rules.limit }
      const counted = { guestId, linkId, isWaiting, now: stored.createdAt }
      if (!(await tx.countGuestImage(counted, max))) throw galleryFull()
      if (name !== '' && rules.askName !== 'no' && guest.userId === null) await tx.updateGuest(guestId, { name })
      await tx.insertUploadEvent(event, instantIn(clock, -uploadEventMs))
      if (!(await tx.cancelDeletion(stored.prefix))) {
        throw new AppError('UNAVAILABLE', 'Saving the photo took too long. Please try again.')
      }
      return stored.id
    })
    invalidation.invalidate(linkId)
    events.nudge()
    return id
  }

  /** Throws if the guest, the link, the account or the disk has no room for a file of this size. */
  async function requireRoomFor(guest: { id: string; imageCount: number } | undefined, linkId: string, bytes: number) {
    const rules = await requireRules(linkId)
    if (guest && guest.imageCount >= rules.limitPerGuest) throw uploadLimit(rules.limitPerGuest)
    if (rules.imageCount >= rules.limit) throw galleryFull()
    await uploads.requireSpace(rules.userId, bytes).catch(hideReason)
    uploads.requireQueue(guest?.id ?? 'new guest')
  }

  /** Creates the guest if needed. Also checks the name, which the link may require. */
  async function enter(request: AddRequest, name: string): Promise<EnteredGuest> {
    const { visit, guest } = await requireAdding(request)
    const isNamed = name !== '' || request.caller.viewer !== undefined || Boolean(guest?.name)
    if (visit.link.askGuestName === 'required' && !isNamed) throw invalidField('name', 'Name is required')
    const { id, opened } = await guests.requireAdding(request.caller, visit, request.client.network)
    return { guestId: id, passId: visit.pass?.id ?? null, opened }
  }

  /**
   * Throws if the caller, or the visitor who had a pass, can't add images to the link anymore. Reads the link's current
   * settings.
   */
  async function recheck(who: Caller | { passId: string | null }, linkId: string) {
    const facts = await access.findFacts(linkId)
    const checked = 'passId' in who ? access.requireForPass(facts, who.passId) : access.require(facts, who)
    const { link, ...given } = await checked
    if (!given.may.add) throw whyOff(link, given, clock.now())
    return { passId: given.pass?.id ?? null }
  }

  /** Throws if a guest who has started to add an image can't add any to the link anymore, full or not. */
  async function requireStillAdding(caller: Caller, { linkId, guestId }: StartedImage) {
    const [{ passId }, guest] = [await recheck(caller, linkId), await repository.findGuest(guestId)]
    if (!guest || guest.isBlocked) throw uploadsOff()
    return { guest, passId }
  }

  /**
   * Returns the image's ID once everything is durable. The same key or the same bytes from the same guest return the
   * first image, and `isRepeat`. Checks limits exactly, and that the guest isn't blocked. The caller deletes the received
   * file.
   */
  async function store(image: NewGuestImage, received: ReceivedFile, options: StoreOptions) {
    const { linkId, guestId } = image
    const { key, signal } = options
    // Only the image worker hashes the file, because that would block other requests here.
    const first = key !== undefined && (await repository.findRepeat(linkId, guestId, { key }))
    if (first) return { id: first, isRepeat: true }
    let isRepeat = false
    const id = await uploads.storeFiles(
      received,
      { workFor: guestId, keepsOriginal: false, signal },
      async (stored) => {
        await options.recheck?.()
        const storedId = await commit(stored, image, key)
        isRepeat = storedId !== stored.id
        return storedId
      },
    )
    return { id, isRepeat }
  }

  return {
    /**
     * Throws if the caller can't add an image right now: because of the door, their rights, a limit, or a full account or
     * disk. Call it before reading the request body. Doesn't create a guest.
     */
    async requireRoom(request: AddRequest, bytes = 0): Promise<Adding> {
      const found = await requireAdding(request)
      const { visit, owner, guest } = found
      if (owner) await uploads.requireRoom(owner, visit.link.id, bytes)
      else await requireRoomFor(guest, visit.link.id, bytes)
      return toAdding(found)
    },

    requireStillAdding,

    /** Like `requireRoom`, for a guest who has already started to add an image. Reads the link's current settings. */
    async requireRoomAgain(caller: Caller, image: StartedImage, bytes: number) {
      const { guest, passId } = await requireStillAdding(caller, image)
      await requireRoomFor(guest, image.linkId, bytes)
      return { passId }
    },

    /** Also true for guests who have lost access to the link. */
    async isGuest({ viewer, passTokens, domain }: Caller, { linkId, guestId }: StartedImage) {
      const [link, guest] = [await access.findFacts(linkId), await repository.findGuest(guestId)]
      if (!link || !guest || !isServedOn(link, { domain })) return false
      return (await access.findAdder(guest, link, { viewer, passTokens })) !== undefined
    },

    /** Returns the image that this guest added with this key. */
    findByKey: ({ linkId, guestId }: StartedImage, key: string) => repository.findRepeat(linkId, guestId, { key }),

    enter,
    recheck,
    store,

    /** Returns the image that the caller already added with the same key. */
    async findFirst(request: AddRequest, key: string | undefined) {
      if (key === undefined) return undefined
      const { visit, owner, guest } = await requireAdding(request)
      if (owner) return uploads.findUpload(owner, visit.link.id, key)
      return guest && repository.findRepeat(visit.link.id, guest.id, { key })
    },

    /** Adds an image as the owner, or as a guest, who's created if needed. */
    async add(request: AddRequest, received: ReceivedFile, { name, key, signal, onEntered }: AddOptions) {
      const { caller } = request
      const { visit, owner } = await requireAdding(request)
      const linkId = visit.link.id
      if (owner) {
        const id = await uploads.store(owner, linkId, received, { fields: noFields, key, signal })
        return { id, isRepeat: false, opened: undefined }
      }
      const { guestId, opened } = await enter(request, name)
      if (opened) onEntered(opened.held)
      const options = { key, signal, recheck: () => recheck(caller, linkId) }
      return { ...(await store({ linkId, guestId, name }, received, options)), opened }
    },

    /** `opened` is the guest's new pass, which the request doesn't have yet. */
    async show({ caller }: Pick<AddRequest, 'caller'>, id: string, opened?: EnteredGuest['opened']): Promise<Image> {
      const passTokens = opened ? [opened.token, ...caller.passTokens] : caller.passTokens
      return (await images.open({ ...caller, passTokens }, id)).image
    },

    /** Unlike adding, this doesn't create a guest. */
    async listMine({ slug, caller, client }: AddRequest) {
      const visit = await links.requireBySlug({ slug, caller, client })
      const { link, role, may } = visit
      if (role !== 'visitor') return { images: [], name: '', remaining: maxUploadsPerGuest }
      const known = await guests.findAdding(caller, visit)
      const guest = known && (await repository.findGuest(known.id))
      const { limitPerGuest } = await requireRules(link.id)
      const remaining = may.add && !guest?.isBlocked ? Math.max(limitPerGuest - (guest?.imageCount ?? 0), 0) : 0
      if (!known || !guest) return { images: [], name: '', remaining }
      const ids = await repository.listIdsOfGuest(link.id, guest.id)
      const view = { ...visit, viewer: caller.viewer, now: clock.now(), adder: known.holder }
      return { images: await images.listAdded(ids, view), name: guest.name ?? '', remaining }
    },
  }

  function toAdding({ visit, owner, guest }: Awaited<ReturnType<typeof requireAdding>>): Adding {
    const linkId = visit.link.id
    return owner ? { role: 'owner', linkId, viewer: owner } : { role: 'guest', linkId, guestId: guest?.id }
  }
}
export type GuestUploadService = ReturnType<typeof createGuestUploadService>

type Transaction = Parameters<Parameters<GuestUploadRepository['transaction']>[0]>[0]
type Insertion = { userId: string; key: string | undefined }

function hideReason(error: unknown): never {
  const hidden = ['IMAGE_LIMIT_REACHED', 'STORAGE_LIMIT_REACHED', 'UNAVAILABLE']
  throw error instanceof AppError && hidden.includes(error.code) ? galleryFull() : error
}
