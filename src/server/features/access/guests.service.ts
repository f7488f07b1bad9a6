import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { maxGuestsOfLink, maxInvitations } from '#shared/limits.ts'
import type { GuestRepository } from './guests.repository.ts'
import { accountOn, type LinkFacts, type Pass } from './link-access.ts'
import type { Holder } from './media-urls.service.ts'
import type { PassRepository } from './passes.repository.ts'
import type { PassService } from './passes.service.ts'

type Dependencies = {
  guests: GuestRepository
  passes: PassService
  passRepository: PassRepository
  rateLimits: RateLimits
  clock: Clock
}

export type Actor = { userId: string } | { guestId: string }

type Visit = { link: LinkFacts; pass: Pass | undefined }

/** `opened` is set when a new guest needed a pass. `held` is the browser's full list of passes. */
type ResolvedActor = { actor: Actor; opened?: OpenedPass }
type OpenedPass = { token: string; held: readonly string[] }

/** `holder` is the session or pass that identifies the guest. */
type AddingGuest = { id: string; holder: Holder; opened?: OpenedPass }

/**
 * Guests are visitors who comment, pick favorites or add images without logging in. A pass identifies its guest even when it no
 * longer opens the link. Everyone who uses the same invitation is the same guest.
 */
export function createGuestService({ guests, passes, passRepository, rateLimits, clock }: Dependencies) {
  async function findGuest({ link, pass }: Visit, passTokens: readonly string[]) {
    const invitationId = pass?.invitation?.id
    const known = await guests.listByPasses(await passes.listIds(link, passTokens))
    const byPass = known.find((guest) => !invitationId || (guest.invitationId ?? invitationId) === invitationId)
    const ofInvitation = invitationId && (await guests.findByInvitation(invitationId))
    return { id: ofInvitation ?? byPass?.id, byPass, passId: ofInvitation ? pass?.id : byPass?.passId }
  }

  async function make({ link, pass }: Visit, userId: string | null = null) {
    const invitationId = userId === null ? (pass?.invitation?.id ?? null) : null
    return guests.transaction(async (tx) => {
      const id = newId()
      if (!(await tx.insert({ id, linkId: link.id, invitationId, userId }, instantNow(clock)))) {
        if (userId !== null) return (await tx.findByUser(link.id, userId)) ?? id
        return (invitationId && (await tx.findByInvitation(invitationId))) || id
      }
      // Reserve room for invited guests, so strangers can't use it all up.
      const max = invitationId === null ? maxGuestsOfLink : maxGuestsOfLink + maxInvitations
      if (!(await tx.countWithin(link.id, max))) throw linkFull()
      if (userId !== null) return id
      const holder = pass ? await tx.setOnPass(id, pass.id) : undefined
      if (!holder || holder === id || invitationId) return id
      await tx.remove(id)
      return holder
    })
  }

  /** Links the guest to the pass and its invitation, so the browser keeps both. */
  async function recognize(id: string, pass: Pass | undefined) {
    if (pass) await passRepository.setGuest(pass.id, id)
    if (pass?.invitation) await guests.setInvitation(id, pass.invitation.id)
  }

  return {
    /** Finds the viewer or a returning guest. `isDue` means it's time to renew the guest's cookie. */
    async find(caller: Caller, visit: Visit): Promise<{ actor: Actor | undefined; isDue: boolean }> {
      const { passTokens, previewAs } = caller
      const viewer = accountOn(visit.link, caller.viewer)
      const isPreview = previewAs !== undefined && previewAs === visit.pass?.invitation?.id
      if (viewer && !isPreview) return { actor: { userId: viewer.userId }, isDue: false }
      if (passTokens.length === 0 && !isPreview) return { actor: undefined, isDue: false }
      const { id, byPass } = await findGuest(visit, passTokens)
      const isDue = byPass !== undefined && passes.isDue(byPass)
      if (isDue) await passRepository.updateLastUsed(byPass.passId, instantNow(clock))
      return { actor: id === undefined ? undefined : { guestId: id }, isDue }
    },

    /** Also true for guests who have lost access to the link. */
    isKnownBy: async (id: string, link: LinkFacts, passTokens: readonly string[]) =>
      guests.isHeldBy(id, await passes.listIds(link, passTokens)),

    /** Creates the guest if needed. Call this only for comments and favorites: reading must not create guests. */
    async require({ viewer, passTokens }: Caller, visit: Visit, network: string): Promise<ResolvedActor> {
      if (viewer) return { actor: { userId: viewer.userId } }
      const { link, pass } = visit
      const { id } = await findGuest(visit, passTokens)
      if (id !== undefined) {
        await recognize(id, pass)
        return { actor: { guestId: id } }
      }
      await rateLimits.guests.takeOrThrow({ link: link.id, network })
      if (!pass?.invitation) await rateLimits.guestsOfLink.takeOrThrow({ link: link.id })
      const guestId = await make(visit)
      if (pass) return { actor: { guestId } }
      return { actor: { guestId }, opened: await passes.open(link, { guestId }, passTokens) }
    },

    /** Finds the guest who adds images. Someone who's logged in adds them as themselves on all their devices. */
    async findAdding(caller: Caller, visit: Visit): Promise<AddingGuest | undefined> {
      const { passTokens } = caller
      const viewer = accountOn(visit.link, caller.viewer)
      if (viewer) {
        const id = await guests.findByUser(visit.link.id, viewer.userId)
        return id === undefined ? undefined : { id, holder: { session: viewer.sessionId } }
      }
      if (passTokens.length === 0) return undefined
      const { id, passId } = await findGuest(visit, passTokens)
      return id === undefined || passId === undefined ? undefined : { id, holder: { pass: passId } }
    },

    /** Creates the guest if needed. */
    async requireAdding(caller: Caller, visit: Visit, network: string): Promise<AddingGuest> {
      const { viewer, passTokens } = caller
      const { link, pass } = visit
      const known = await this.findAdding(caller, visit)
      if (known) {
        if (!viewer) await recognize(known.id, pass)
        return known
      }
      await rateLimits.addingGuests.takeOrThrow({ link: link.id, network })
      if (viewer) return { id: await make(visit, viewer.userId), holder: { session: viewer.sessionId } }
      if (!pass?.invitation) await rateLimits.guestsOfLink.takeOrThrow({ link: link.id })
      const id = await make(visit)
      if (pass) return { id, holder: { pass: pass.id } }
      const { id: passId, ...opened } = await passes.open(link, { guestId: id }, passTokens)
      return { id, holder: { pass: passId }, opened }
    },
  }
}
export type GuestService = ReturnType<typeof createGuestService>

const linkFull = () =>
  new AppError('FORBIDDEN', 'This gallery has reached its guest limit. Log in, or ask the owner for an invitation.')
