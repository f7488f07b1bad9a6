import type { Clock } from '#server/platform/clock.ts'
import { chain, LazyPromise, type ReadyOrLazy } from '#server/platform/concurrency/lazy-promise.ts'
import type { Caller, Viewer } from '#server/viewer.ts'
import type { TeamAct } from '#shared/activity-kinds.ts'
import { AppError } from '#shared/errors.ts'
import type { GuestRepository } from './guests.repository.ts'
import type { InvitationRepository } from './invitations.repository.ts'
import {
  type Access,
  type Adder,
  blocked,
  isAdder,
  isServedOn,
  type LinkFacts,
  linkNotFound,
  type Pass,
  passOfInvitation,
  requireAccess,
  requireLinkOfKey,
} from './link-access.ts'
import type { LinkFactsRepository } from './link-facts.repository.ts'
import type { Holder } from './media-urls.service.ts'
import type { PassService } from './passes.service.ts'
import { isOwner } from './roles.ts'

type Dependencies = {
  passes: PassService
  guests: Pick<GuestRepository, 'isUserBlocked'>
  linkFacts: LinkFactsRepository
  invitations: Pick<InvitationRepository, 'find'>
  clock: Clock
}

type Options = { asPage?: boolean }

export function createAccessService({ passes, guests, linkFacts, invitations, clock }: Dependencies) {
  async function requireAsInvited<Link extends LinkFacts>(link: Link, invitationId: string, options: Options) {
    const invitation = await invitations.find(invitationId)
    if (invitation?.linkId !== link.id) throw new AppError('NOT_FOUND', 'Invitation not found')
    const now = clock.now()
    return requireAccess(link, { viewer: undefined, pass: passOfInvitation(invitation, now), now, ...options })
  }

  function isBlocked(link: LinkFacts, viewer: Viewer | undefined, passTokens: readonly string[]) {
    if (viewer) return new LazyPromise(() => guests.isUserBlocked(link.id, viewer.userId))
    return passTokens.length > 0 && passes.isBlocked(link, passTokens)
  }

  return {
    /** Doesn't check access. */
    findFacts: linkFacts.findFacts,

    /** Returns the pass of a guest who may have added images. Doesn't check access. */
    findGuestPass(link: LinkFacts, { passTokens }: Caller): ReadyOrLazy<Pass | undefined> {
      const hasGuests = link.guestUploads !== 'off' || link.hasGuestImages
      return hasGuests && passTokens.length > 0 ? passes.findGuest(link, passTokens) : undefined
    },

    /** Returns the session or pass that identifies the caller as the guest who added an image. Doesn't check access. */
    async findAdder(adder: Adder | null, link: LinkFacts, caller: Caller): Promise<Holder | undefined> {
      const { viewer, passTokens, previewAs } = caller
      if (adder === null) return undefined
      if (viewer && previewAs !== undefined && isOwner(link, viewer)) {
        return adder.invitationId === previewAs ? { session: viewer.sessionId } : undefined
      }
      if (viewer && isAdder(adder, { viewer })) return { session: viewer.sessionId }
      for (const id of await passes.listIds(link, passTokens)) {
        const pass = await passes.find(id)
        if (pass && isAdder(adder, { viewer: undefined, pass })) return { pass: id }
      }
      return undefined
    },

    /** Checks access in the background for a visitor who had this pass, or none. */
    async requireForPass(link: LinkFacts | undefined, passId: string | null) {
      const pass = passId === null ? undefined : await passes.find(passId)
      return requireAccess(link, { viewer: undefined, pass, now: clock.now() })
    },

    require<Link extends LinkFacts>(
      link: Link | undefined,
      { viewer, passTokens, previewAs, domain }: Caller,
      options: Options = {},
    ): ReadyOrLazy<{ link: Link } & Access> {
      if (link && !isServedOn(link, { domain })) throw linkNotFound()
      if (link && previewAs !== undefined && isOwner(link, viewer)) {
        requireLinkOfKey(link, viewer)
        return new LazyPromise(() => requireAsInvited(link, previewAs, options))
      }
      const found = link && passTokens.length > 0 ? passes.findFor(link, passTokens) : undefined
      return chain(found, (pass) => {
        const given = requireAccess(link, { viewer, pass, now: clock.now(), ...options })
        if (given.role !== 'visitor' || !given.may.add) return given
        return chain(isBlocked(given.link, viewer, passTokens), (isTheirs) => (isTheirs ? blocked(given) : given))
      })
    },
  }
}
export type AccessService = ReturnType<typeof createAccessService>

/** Does nothing if the viewer isn't a collaborator. */
export type RecordAct = (
  viewer: Viewer | undefined,
  link: { id: string | null; userId: string },
  act: TeamAct,
  count?: number,
) => Promise<void>
