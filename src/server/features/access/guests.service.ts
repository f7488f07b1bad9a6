import { type Clock, instantNow } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import type { RateLimits } from '#server/rate-limits.ts'
import type { Caller } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import { maxGuestsOfLink, maxInvitations } from '#shared/limits.ts'
import type { GuestRepository } from './guests.repository.ts'
import type { LinkFacts, Pass } from './link-access.ts'
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
type ResolvedActor = { actor: Actor; opened?: { token: string; held: readonly string[] } }

/**
 * Guests are visitors who comment or pick favorites without logging in. A pass identifies its guest even when it no
 * longer opens the link. Everyone who uses the same invitation is the same guest.
 */
export function createGuestService({ guests, passes, passRepository, rateLimits, clock }: Dependencies) {
  async function findGuest({ link, pass }: Visit, passTokens: readonly string[]) {
    const invitationId = pass?.invitation?.id
    const known = await guests.listByPasses(await passes.listIds(link, passTokens))
    const byPass = known.find((guest) => !invitationId || (guest.invitationId ?? invitationId) === invitationId)
    const ofInvitation = invitationId && (await guests.findByInvitation(invitationId))
    return { id: ofInvitation ?? byPass?.id, byPass }
  }

  async function make({ link, pass }: Visit) {
    const invitationId = pass?.invitation?.id ?? null
    return guests.transaction(async (tx) => {
      const id = newId()
      if (!(await tx.insert({ id, linkId: link.id, invitationId }, instantNow(clock)))) {
        return (invitationId && (await tx.findByInvitation(invitationId))) || id
      }
      // Reserve room for invited guests, so strangers can't use it all up.
      const max = invitationId === null ? maxGuestsOfLink : maxGuestsOfLink + maxInvitations
      if (!(await tx.countWithin(link.id, max))) throw linkFull()
      const holder = pass ? await tx.setOnPass(id, pass.id) : undefined
      if (!holder || holder === id || invitationId) return id
      await tx.remove(id)
      return holder
    })
  }

  return {
    /** Finds the viewer or a returning guest. `isDue` means it's time to renew the guest's cookie. */
    async find(caller: Caller, visit: Visit): Promise<{ actor: Actor | undefined; isDue: boolean }> {
      const { viewer, passTokens, previewAs } = caller
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
        if (pass) await passRepository.setGuest(pass.id, id)
        if (pass?.invitation) await guests.setInvitation(id, pass.invitation.id)
        return { actor: { guestId: id } }
      }
      await rateLimits.guests.takeOrThrow({ link: link.id, network })
      if (!pass?.invitation) await rateLimits.guestsOfLink.takeOrThrow({ link: link.id })
      const guestId = await make(visit)
      if (pass) return { actor: { guestId } }
      return { actor: { guestId }, opened: await passes.open(link, { guestId }, passTokens) }
    },
  }
}
export type GuestService = ReturnType<typeof createGuestService>

const linkFull = () =>
  new AppError('FORBIDDEN', 'This gallery has reached its guest limit. Log in, or ask the owner for an invitation.')
