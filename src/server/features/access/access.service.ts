import type { Clock } from '#server/platform/clock.ts'
import type { Caller } from '#server/viewer.ts'
import { isOpenToAll, type LinkFacts, requireAccess } from './link-access.ts'
import type { PassService } from './passes.service.ts'

/** The one decision for whoever makes a call, with the passes that they have sent. */
export const createAccessService = ({ passes, clock }: { passes: PassService; clock: Clock }) => ({
  /** Throws for those who may not see it. */
  async require<Link extends LinkFacts>(
    link: Link | undefined,
    { viewer, passTokens }: Caller,
    { asPage = false } = {},
  ) {
    const pass = link && passTokens.length > 0 ? await passes.findFor(link, passTokens) : undefined
    return requireAccess(link, { viewer, pass, now: clock.now(), asPage })
  },

  /** The same for a visitor without a session, from memory alone: undefined where nobody can tell without the database. */
  peek<Link extends LinkFacts>(link: Link, passTokens: readonly string[], { asPage = false } = {}) {
    const now = clock.now()
    const pass = isOpenToAll(link, now) ? undefined : passes.peekFor(link, passTokens)
    if (!pass && !isOpenToAll(link, now)) return undefined
    return requireAccess(link, { viewer: undefined, pass, now, asPage })
  },
})
export type AccessService = ReturnType<typeof createAccessService>
