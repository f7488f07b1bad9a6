import type { Clock } from '#server/platform/clock.ts'
import type { Caller } from '#server/viewer.ts'
import { AppError } from '#shared/errors.ts'
import type { InvitationRepository } from './invitations.repository.ts'
import { isOpenToAll, type LinkFacts, passOfInvitation, requireAccess } from './link-access.ts'
import type { LinkFactsRepository } from './link-facts.repository.ts'
import type { PassService } from './passes.service.ts'

type Dependencies = {
  passes: PassService
  linkFacts: LinkFactsRepository
  invitations: Pick<InvitationRepository, 'find'>
  clock: Clock
}

export const createAccessService = ({ passes, linkFacts, invitations, clock }: Dependencies) => ({
  /** Doesn't check access. */
  findFacts: linkFacts.findFacts,

  async require<Link extends LinkFacts>(
    link: Link | undefined,
    { viewer, passTokens, previewAs }: Caller,
    { asPage = false } = {},
  ) {
    if (link && previewAs !== undefined && viewer?.userId === link.userId) {
      const invitation = await invitations.find(previewAs)
      if (invitation?.linkId !== link.id) throw new AppError('NOT_FOUND', 'Invitation not found')
      const now = clock.now()
      return requireAccess(link, { viewer: undefined, pass: passOfInvitation(invitation, now), now, asPage })
    }
    const pass = link && passTokens.length > 0 ? await passes.findFor(link, passTokens) : undefined
    return requireAccess(link, { viewer, pass, now: clock.now(), asPage })
  },

  /** For anonymous visitors. Uses only memory and returns undefined if `require` has to decide. */
  peek<Link extends LinkFacts>(link: Link, passTokens: readonly string[], { asPage = false } = {}) {
    const now = clock.now()
    const pass = isOpenToAll(link, now) ? undefined : passes.peekFor(link, passTokens)
    if (!pass && !isOpenToAll(link, now)) return undefined
    return requireAccess(link, { viewer: undefined, pass, now, asPage })
  },
})
export type AccessService = ReturnType<typeof createAccessService>
