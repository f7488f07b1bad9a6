import { type Clock, hours, instantNow } from '#server/platform/clock.ts'
import type { RateLimits } from '#server/platform/database/rate-limits.ts'
import { newId } from '#server/platform/ids.ts'
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

/** Whoever leaves something on a link: somebody with an account, or a guest. */
export type Actor = { userId: string } | { guestId: string }

/** Whoever was let in, and how. */
type Visit = { link: LinkFacts; pass: Pass | undefined }

/** Somebody who acts; `opened` is what they are to hold from now on, where they were not known before. */
type Acting = { actor: Actor; opened?: { token: string; held: readonly string[] } }

/**
 * People without an account who leave something on a link. A guest belongs to the browser, not to the door: they are known by
 * any pass of the link that they hold, also one that has ended. All who came by one invitation are one guest.
 */
export function createGuestService({ guests, passes, passRepository, rateLimits, clock }: Dependencies) {
  /** A wedding party shares a network, and so do those who would fill a link with guests. */
  const made = rateLimits.define({ name: 'guests', limit: 200, windowMs: hours(1) })
  /** From all networks together: whoever has many of them fills no link in an hour. */
  const madeOnLink = rateLimits.define({ name: 'guests-of-link', limit: 500, windowMs: hours(1) })

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
      // Those whom the owner invited, one guest each, find room also where strangers have taken all of theirs.
      const max = invitationId === null ? maxGuestsOfLink : maxGuestsOfLink + maxInvitations
      if (!(await tx.countWithin(link.id, max))) throw linkFull()
      const holder = pass ? await tx.setOnPass(id, pass.id) : undefined
      if (!holder || holder === id || invitationId) return id
      await tx.remove(id)
      return holder
    })
  }

  return {
    /** Who they are, if they have left something here before; `isDue` where their cookie needs another month. */
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

    /** Whether they are this guest, also where the link has closed to them since. */
    isKnownBy: async (id: string, link: LinkFacts, passTokens: readonly string[]) =>
      guests.isHeldBy(id, await passes.listIds(link, passTokens)),

    /** Who they are, from now on at the latest. Only for whoever leaves something: reading makes nobody a guest. */
    async require({ viewer, passTokens }: Caller, visit: Visit, network: string): Promise<Acting> {
      if (viewer) return { actor: { userId: viewer.userId } }
      const { link, pass } = visit
      const { id } = await findGuest(visit, passTokens)
      if (id !== undefined) {
        if (pass) await passRepository.setGuest(pass.id, id)
        if (pass?.invitation) await guests.setInvitation(id, pass.invitation.id)
        return { actor: { guestId: id } }
      }
      const { retryAfterSeconds } = await made.take(`${link.id} ${network}`)
      if (retryAfterSeconds > 0) throw tooMany('from your network', retryAfterSeconds)
      const onLink = pass?.invitation ? { retryAfterSeconds: 0 } : await madeOnLink.take(link.id)
      if (onLink.retryAfterSeconds > 0) throw tooMany('to this gallery', onLink.retryAfterSeconds)
      const guestId = await make(visit)
      if (pass) return { actor: { guestId } }
      return { actor: { guestId }, opened: await passes.open(link, { guestId }, passTokens) }
    },
  }
}
export type GuestService = ReturnType<typeof createGuestService>

const tooMany = (where: string, retryAfterSeconds: number) =>
  new AppError('RATE_LIMITED', `Many people have come ${where} just now. Try again in a while.`, { retryAfterSeconds })

const linkFull = () =>
  new AppError(
    'FORBIDDEN',
    'This gallery has as many guests as it can hold. Log in, or ask its owner for an invitation.',
  )
